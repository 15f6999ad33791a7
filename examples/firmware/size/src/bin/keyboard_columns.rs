#![no_std]
#![no_main]

onesheet_size::keyboard_program!(keyboard_columns);
