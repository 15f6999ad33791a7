//! The attributes of an item or field, with those under the condition of a `cfg_attr`.

use syn::parse::Parse;
use syn::punctuated::Punctuated;
use syn::{Attribute, Meta, MetaList, Token};

/// The attributes that have arguments.
pub fn lists<'a>(attributes: impl IntoIterator<Item = &'a Meta>) -> Vec<MetaList> {
    let mut all = Vec::new();
    attributes.into_iter().for_each(|meta| conditional(meta, &mut all));
    all
}

fn conditional(meta: &Meta, all: &mut Vec<MetaList>) {
    match meta {
        Meta::List(list) if list.path.is_ident("cfg_attr") => {
            nested(list).iter().skip(1).for_each(|meta| conditional(meta, all));
        }
        Meta::List(list) => all.push(list.clone()),
        _ => {}
    }
}

/// The arguments of an attribute; none if they are of another form.
pub fn nested(list: &MetaList) -> Vec<Meta> {
    arguments(list)
}

/// The traits of a `derive`.
pub fn derived(list: &MetaList) -> Vec<syn::Path> {
    arguments(list)
}

fn arguments<T: Parse>(list: &MetaList) -> Vec<T> {
    let arguments = list.parse_args_with(Punctuated::<T, Token![,]>::parse_terminated);
    arguments.map(Punctuated::into_iter).map(Iterator::collect).unwrap_or_default()
}

/// Whether a type has a derive that writes it: onesheet's, serde's or bincode's.
pub fn is_written(attributes: &[Attribute]) -> bool {
    named("derive", attributes).iter().flat_map(derived).any(|path| {
        let last = path.segments.last().map(|last| last.ident.to_string());
        matches!(last.as_deref(), Some("Serialize" | "Encode"))
    })
}

/// Whether a type is `#[onesheet(rows)]`.
pub fn is_rows(attributes: &[Attribute]) -> bool {
    named("onesheet", attributes).iter().flat_map(nested).any(|part| part.path().is_ident("rows"))
}

fn named(name: &str, attributes: &[Attribute]) -> Vec<MetaList> {
    let mut all = lists(attributes.iter().map(|attribute| &attribute.meta));
    all.retain(|list| list.path.is_ident(name));
    all
}
