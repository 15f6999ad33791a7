//! Errors, and where they point to.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Error, Result};

/// Errors that show together.
#[derive(Default)]
pub struct Errors(Option<Error>);

impl Errors {
    pub fn add(&mut self, error: Error) {
        match &mut self.0 {
            None => self.0 = Some(error),
            Some(errors) => errors.combine(error),
        }
    }

    pub fn at(&mut self, span: Span, message: impl std::fmt::Display) {
        self.add(Error::new(span, message));
    }

    pub fn finish<T>(self, value: T) -> Result<T> {
        match self.0 {
            None => Ok(value),
            Some(errors) => Err(errors),
        }
    }
}

/// An attribute that is there at most once, and where.
pub type Once<T> = Option<(Span, T)>;

/// Where errors point to; names in the code resolve as the derive's own, also where the type was
/// written by a macro.
pub fn at(tokens: &impl Spanned) -> Span {
    Span::call_site().located_at(tokens.span())
}
