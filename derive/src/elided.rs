//! References without a lifetime.
//!
//! In a field's type they are an error, which the compiler explains. The derived code takes them
//! for `'static`, so that it adds nothing to that.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::visit::{self, Visit};
use syn::{Data, DeriveInput, Fields, Lifetime, Type, parse_quote};

pub fn named(mut input: DeriveInput) -> DeriveInput {
    let all: Vec<&mut Fields> = match &mut input.data {
        Data::Struct(data) => vec![&mut data.fields],
        Data::Enum(data) => data.variants.iter_mut().map(|variant| &mut variant.fields).collect(),
        Data::Union(_) => Vec::new(),
    };
    for field in all.into_iter().flatten() {
        if in_type(&field.ty) {
            if let Ok(ty) =
                syn::parse2::<Type>(with(field.ty.to_token_stream(), &parse_quote!('static)))
            {
                field.ty = ty;
            }
        }
    }
    input
}

/// Whether a reference in it has no lifetime.
pub fn in_type(ty: &Type) -> bool {
    let mut elided = Elided(false);
    elided.visit_type(ty);
    elided.0
}

struct Elided(bool);

impl<'ast> Visit<'ast> for Elided {
    fn visit_type_reference(&mut self, ty: &'ast syn::TypeReference) {
        self.0 |= ty.lifetime.is_none();
        visit::visit_type_reference(self, ty);
    }

    // In these a lifetime may be left out.
    fn visit_type_bare_fn(&mut self, _: &'ast syn::TypeBareFn) {}

    fn visit_parenthesized_generic_arguments(
        &mut self,
        _: &'ast syn::ParenthesizedGenericArguments,
    ) {
    }
}

/// The same, where each reference has a lifetime.
pub fn with(tokens: TokenStream, lifetime: &Lifetime) -> TokenStream {
    let mut tokens = tokens.into_iter().peekable();
    let mut out = TokenStream::new();
    while let Some(token) = tokens.next() {
        let is = |token: &TokenTree, c| matches!(token, TokenTree::Punct(p) if p.as_char() == c);
        let reference = is(&token, '&');
        out.extend([match token {
            TokenTree::Group(group) => {
                let mut inner =
                    proc_macro2::Group::new(group.delimiter(), with(group.stream(), lifetime));
                inner.set_span(group.span());
                inner.into()
            }
            token => token,
        }]);
        if reference && !tokens.peek().is_some_and(|next| is(next, '\'')) {
            out.extend(quote!(#lifetime));
        }
    }
    out
}
