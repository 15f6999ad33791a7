//! Types and tokens, whichever type they belong to.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::visit::Visit;
use syn::{Generics, Lifetime, Type};

/// A type's text without the names of lifetimes: equal for types that the compiler cannot tell apart
/// in bounds.
pub fn unnamed(ty: &Type) -> String {
    without_lifetimes(ty.to_token_stream()).to_string()
}

/// A type with lifetimes that the compiler finds by itself.
pub fn without_lifetimes(tokens: TokenStream) -> TokenStream {
    with_lifetimes(tokens, &|name| Ident::new("_", name.span()))
}

/// Tokens with another name for each lifetime.
fn with_lifetimes(tokens: TokenStream, rename: &dyn Fn(Ident) -> Ident) -> TokenStream {
    let mut quoted = false;
    let token = |token: TokenTree| {
        let is_lifetime = quoted;
        quoted = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '\'');
        match token {
            TokenTree::Ident(name) if is_lifetime => rename(name).into(),
            TokenTree::Group(group) => {
                let renamed = with_lifetimes(group.stream(), rename);
                let mut inner = Group::new(group.delimiter(), renamed);
                inner.set_span(group.span());
                inner.into()
            }
            token => token,
        }
    };
    tokens.into_iter().map(token).collect()
}

/// The lifetime of the input, if bounds of the user's that say `'de` mean another by it: a type with
/// lifetimes of its own is read from input of the first of them.
pub fn in_place_of_de(generics: &Generics) -> Option<&Lifetime> {
    let own: Vec<_> = generics.lifetimes().map(|param| &param.lifetime).collect();
    if own.iter().any(|own| own.ident == "de") { None } else { own.first().copied() }
}

/// The same with that lifetime in place of `'de`.
pub fn rename_de(predicate: &syn::WherePredicate, own: &Lifetime) -> syn::WherePredicate {
    let rename = |name: Ident| if name == "de" { own.ident.clone() } else { name };
    // `for<'de>` declares its own.
    let tokens = predicate.to_token_stream();
    let declares = tokens.to_string().contains("for < 'de");
    let renamed = if declares { None } else { syn::parse2(with_lifetimes(tokens, &rename)).ok() };
    renamed.unwrap_or_else(|| predicate.clone())
}

/// Whether a marker has a `_` in it, for a part that is written as itself.
pub fn infers(marker: &Type) -> bool {
    struct Infers(bool);

    impl<'ast> Visit<'ast> for Infers {
        fn visit_type_infer(&mut self, _: &'ast syn::TypeInfer) {
            self.0 = true;
        }
    }

    let mut infers = Infers(false);
    infers.visit_type(marker);
    infers.0
}

/// Tokens with a type's name in place of `Self`, to stand where `Self` is another type.
pub fn without_self(tokens: TokenStream, name: &TokenStream) -> TokenStream {
    tokens
        .into_iter()
        .flat_map(|token| match token {
            TokenTree::Ident(ident) if ident == "Self" => name.clone(),
            TokenTree::Group(group) => {
                let inner = without_self(group.stream(), name);
                let mut named = Group::new(group.delimiter(), inner);
                named.set_span(group.span());
                TokenTree::Group(named).into()
            }
            other => other.into(),
        })
        .collect()
}

/// Most parts of a tuple that is written for the columns of a type; std has its traits for twelve.
const PARTS: usize = 8;

/// The parts in each group of `n` items, so that tuples in tuples stay few, for the compiler bounds
/// their depth.
fn group(n: usize) -> usize {
    let mut size = 1;
    while size * PARTS < n {
        size *= PARTS;
    }
    size
}

/// A tuple of types, patterns or expressions; of tuples where there are many.
pub fn nested(items: impl IntoIterator<Item = TokenStream>) -> TokenStream {
    let items: Vec<_> = items.into_iter().collect();
    let size = group(items.len());
    if size == 1 {
        return quote!((#(#items,)*));
    }
    let groups = items.chunks(size).map(|items| nested(items.iter().cloned()));
    quote!((#(#groups,)*))
}
