//! The marker of a field: what its `with`, `borrow` or `fixed` says, for each part of its type.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{GenericArgument, Path, PathArguments, Type};

use crate::error::at;

/// Types of which each part is written as the marker says that stands in its place.
const CONTAINERS: &[&str] = &[
    "Option",
    "Result",
    "Vec",
    "VecDeque",
    "LinkedList",
    "Box",
    "Rc",
    "Arc",
    "BTreeMap",
    "HashMap",
];

/// `#[onesheet(with = …)]`: a marker, or markers in containers, with `_` for what is written as itself.
pub fn with(marker: &Type, krate: &Path) -> TokenStream {
    map(marker, &|leaf| {
        let krate = located(krate.to_token_stream(), at(leaf));
        match leaf {
            Type::Infer(_) => quote_spanned!(at(leaf)=> #krate::__private::Identity),
            leaf => quote_spanned!(at(leaf)=> #krate::__private::Marker<#leaf>),
        }
    })
}

/// `#[onesheet(fixed)]`.
pub fn fixed(span: Span, krate: &Path) -> TokenStream {
    let span = Span::call_site().located_at(span);
    let krate = located(krate.to_token_stream(), span);
    quote_spanned!(span=> #krate::__private::Marker<#krate::__private::AsFixed>)
}

/// `#[onesheet(borrow)]`: each `Cow` in the field's type borrows; `None` if there is none.
pub fn borrow(ty: &Type, krate: &Path) -> Option<TokenStream> {
    let found = std::cell::Cell::new(false);
    let marker = map(ty, &|leaf| {
        let krate = located(krate.to_token_stream(), at(leaf));
        if last_name(leaf).is_some_and(|name| name == "Cow") {
            found.set(true);
            quote_spanned!(at(leaf)=> #krate::__private::Borrow)
        } else {
            quote_spanned!(at(leaf)=> #krate::__private::Identity)
        }
    });
    found.get().then_some(marker)
}

/// The same where errors point to the span.
fn located(tokens: TokenStream, span: Span) -> TokenStream {
    tokens
        .into_iter()
        .map(|mut token| {
            token.set_span(token.span().located_at(span));
            token
        })
        .collect()
}

fn last_name(ty: &Type) -> Option<String> {
    match ty {
        Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
        _ => None,
    }
}

/// The same type with another in place of each part that is no container.
fn map(ty: &Type, leaf: &dyn Fn(&Type) -> TokenStream) -> TokenStream {
    let part = |ty| map(ty, leaf);
    match ty {
        Type::Group(group) => part(&group.elem),
        Type::Paren(paren) => part(&paren.elem),
        Type::Tuple(tuple) if !tuple.elems.is_empty() => {
            let parts = tuple.elems.iter().map(part);
            quote!((#(#parts,)*))
        }
        Type::Array(array) => {
            let (element, len) = (part(&array.elem), &array.len);
            quote!([#element; #len])
        }
        Type::Slice(slice) => {
            let element = part(&slice.elem);
            quote!([#element])
        }
        Type::Path(path) => match path.path.segments.last().map(|last| (last, &last.arguments)) {
            Some((last, PathArguments::AngleBracketed(arguments)))
                if CONTAINERS.contains(&last.ident.to_string().as_str()) =>
            {
                let (colon, name) = (&path.path.leading_colon, &last.ident);
                let before = path.path.segments.iter().rev().skip(1).collect::<Vec<_>>();
                let before = before.into_iter().rev();
                // A marker has no hasher.
                let parts = arguments.args.iter().take(2).filter_map(|argument| match argument {
                    GenericArgument::Type(ty) => Some(part(ty)),
                    _ => None,
                });
                quote_spanned!(at(ty)=> #colon #(#before::)* #name<#(#parts),*>)
            }
            _ => leaf(ty),
        },
        ty => leaf(ty),
    }
}
