//! Colours.

use std::env;
use std::io::{IsTerminal, stdout};

use crate::args::When;

#[derive(Clone, Copy)]
pub struct Style {
    colours: bool,
}

impl Style {
    pub fn of_stdout(when: When) -> Self {
        let no_color = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let colours = match when {
            When::Always => true,
            When::Never => false,
            When::Auto => stdout().is_terminal() && !no_color,
        };
        Style { colours }
    }

    pub fn dim(self, text: &str) -> String {
        self.paint("2", text)
    }

    pub fn rule(self, text: &str) -> String {
        self.paint("36", text)
    }

    pub fn path(self, text: &str) -> String {
        self.paint("33", text)
    }

    pub fn error(self, text: &str) -> String {
        self.paint("1;31", text)
    }

    fn paint(self, code: &str, text: &str) -> String {
        if self.colours { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }
}
