//! What lacks a lifetime: references in fields, and bounds by `Deserialize`.
//!
//! It is an error, which the compiler explains. The derived code has a lifetime in its place, so that it
//! adds nothing to that.

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
    name_in_bounds(&mut input.generics);
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

/// Names one in bounds.
fn name_in_bounds(generics: &mut syn::Generics) {
    let of_params = generics.params.iter_mut().filter_map(|param| match param {
        syn::GenericParam::Type(param) => Some(&mut param.bounds),
        _ => None,
    });
    let predicates = generics.where_clause.iter_mut().flat_map(|clause| &mut clause.predicates);
    let of_clause = predicates.filter_map(|predicate| match predicate {
        syn::WherePredicate::Type(predicate) => Some(&mut predicate.bounds),
        _ => None,
    });
    for bound in of_params.chain(of_clause).flatten() {
        if let syn::TypeParamBound::Trait(bound) = bound {
            if lacks_lifetime(&bound.path) && bound.lifetimes.is_none() {
                bound.lifetimes = Some(parse_quote!(for<'__any>));
                if let Some(last) = bound.path.segments.last_mut() {
                    last.arguments = syn::PathArguments::AngleBracketed(parse_quote!(<'__any>));
                }
            }
        }
    }
}

/// Whether a bound among these lacks one.
pub fn in_bounds<'a>(predicates: impl IntoIterator<Item = &'a syn::WherePredicate>) -> bool {
    struct Lacking(bool);

    impl<'ast> Visit<'ast> for Lacking {
        fn visit_trait_bound(&mut self, bound: &'ast syn::TraitBound) {
            self.0 |= lacks_lifetime(&bound.path);
            visit::visit_trait_bound(self, bound);
        }
    }

    let mut lacking = Lacking(false);
    predicates.into_iter().for_each(|predicate| lacking.visit_where_predicate(predicate));
    lacking.0
}

/// Whether a bound is by the trait `Deserialize`, without the lifetime of the input.
pub fn lacks_lifetime(path: &syn::Path) -> bool {
    let mut names = path.segments.iter().rev().map(|segment| &segment.ident);
    let last = path.segments.last();
    let ours = names.next().is_some_and(|name| name == "Deserialize")
        && names.next().is_none_or(|name| name == "onesheet");
    ours && last.is_some_and(|last| last.arguments.is_none())
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
