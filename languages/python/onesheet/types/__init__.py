"""Types, a file for each group of rows of the page's table."""
