//! The constant that asks whether the types of all fields have a place in the format.
//!
//! The code names these types by way of it. If the answer is no, the compiler says so once, at the
//! field, and takes all that follows from it for said.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::Generics;
use syn::visit::{self, Visit};

use crate::error::at;
use crate::model::{Container, Field, Form};
use crate::syntax;

/// The constant's name, which the compiler says where types contain each other.
const NAME: &str = "A_TYPE_THAT_CONTAINS_ITSELF_NEEDS_ONESHEET_ROWS";

/// Which of the traits is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    Encode,
    Decode,
}

/// Finds the fields whose types the constant can name.
pub fn mark(container: &mut Container) {
    let generics = container.generics;
    for field in container.fields_mut() {
        field.checked = can_be(field, generics);
    }
}

/// Whether a constant can name the field's type: not if that mentions parameters, but for
/// lifetimes, or `Self`. The bounds of the impls say what holds for these.
fn can_be(field: &Field, generics: &Generics) -> bool {
    let mut foreign = Foreign { generics, found: false };
    foreign.visit_type(field.ty);
    if let Form::With(marker) | Form::Fixed(marker) = &field.form {
        match syn::parse2(marker.clone()) {
            Ok(marker) => foreign.visit_type(&marker),
            Err(_) => return false,
        }
    }
    field.written() && !foreign.found
}

/// What a constant cannot name.
struct Foreign<'a> {
    generics: &'a Generics,
    found: bool,
}

impl<'ast> Visit<'ast> for Foreign<'_> {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        if let Some(first) = path.segments.first() {
            let types = self.generics.type_params().map(|param| &param.ident);
            let consts = self.generics.const_params().map(|param| &param.ident);
            self.found |=
                first.ident == "Self" || types.chain(consts).any(|param| *param == first.ident);
        }
        visit::visit_path(self, path);
    }

    fn visit_bound_lifetimes(&mut self, _: &'ast syn::BoundLifetimes) {
        self.found = true;
    }

    fn visit_macro(&mut self, _: &'ast syn::Macro) {
        self.found = true;
    }
}

/// The constant.
pub fn expand(container: &Container, direction: Direction) -> TokenStream {
    let krate = &container.krate;
    let checked = container.written().into_iter().filter(|field| field.checked);
    let checks = checked.map(|field| {
        let ty = syntax::without_lifetimes(field.ty.to_token_stream());
        let (check, marker) = match (&field.form, direction) {
            (Form::Fixed(_), _) => ("is_number", None),
            (Form::With(marker), Direction::Encode) => ("encodes_with", Some(quote!(#marker,))),
            (Form::With(marker), Direction::Decode) => ("decodes_with", Some(quote!(#marker,))),
            (_, Direction::Encode) if container.rows() => ("encodes_in_rows", None),
            (_, Direction::Encode) => ("encodes", None),
            (_, Direction::Decode) if container.rows() => ("decodes_in_rows", None),
            (_, Direction::Decode) => ("decodes", None),
        };
        // The error points to all of the call, if not to one of its types.
        let span = if marker.is_some() { at(&marker) } else { at(&field.ty) };
        let check = Ident::new(check, span);
        quote_spanned!(span=> #krate::__private::field::#check::<#marker #ty>())
    });
    let span = at(container.ident);
    let name = Ident::new(NAME, span);
    quote_spanned! {span=>
        const #name: usize = 0 #(+ #checks)*;
        // Named by all, for each mention of the constant as a length would be one of its own.
        type __Checked = [(); #name];
    }
}
