//! `impl Key`: the order of the format, for types that can be keys.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::bound::Mentions;
use crate::model::{Container, Data, Field, Form};
use crate::ser;

/// The impl, or nothing for a type that cannot be a key: one that is extensible, or that holds a
/// field which is skipped or written as another type.
pub fn expand(container: &Container) -> TokenStream {
    let whole = match &container.data {
        Data::Struct(fields) => fields.iter().collect::<Vec<_>>(),
        Data::Enum(variants) => variants.iter().flat_map(|variant| &variant.fields).collect(),
    };
    let fixed = |field: &Field| match &field.form {
        Form::Plain => true,
        Form::With(marker) => marker.to_string().ends_with("AsFixed"),
        Form::Skip => false,
    };
    if container.extensible() || !whole.into_iter().all(fixed) {
        return TokenStream::new();
    }
    let krate = &container.krate;
    let ident = container.ident;
    let key = quote!(#krate::Key);
    // A bound with a lifetime of its own is not checked where it is declared, but where the type is
    // used as a key. That a type holds a float is no error until then.
    let bounds = container
        .written()
        .into_iter()
        .filter(|field| !Mentions::of(container, field.ty).itself)
        .map(|field| {
            let ty = field.ty;
            quote!(for<'__key> #ty: #key,)
        });
    let (params, types, clause) = container.generics.split_for_impl();
    let clause = match clause {
        Some(clause) if !clause.predicates.is_empty() => {
            let predicates = clause.predicates.iter();
            quote!(where #(#predicates,)* #(#bounds)*)
        }
        _ => quote!(where #(#bounds)*),
    };
    let order = match &container.data {
        Data::Struct(fields) => {
            let parts = fields.iter().map(|field| {
                let (ty, member) = (field.ty, &field.member);
                quote!(<#ty as #key>::order(&self.#member, &__other.#member))
            });
            chain(parts)
        }
        Data::Enum(variants) => {
            let arms = variants.iter().filter(|variant| !variant.fields.is_empty()).map(|variant| {
                let name = variant.ident;
                let (mut left, mut right, mut parts) = (Vec::new(), Vec::new(), Vec::new());
                for field in &variant.fields {
                    let (ty, member, a) = (field.ty, &field.member, &field.binding);
                    let b = format_ident!("{a}_other");
                    left.push(quote!(#member: #a));
                    right.push(quote!(#member: #b));
                    parts.push(quote!(<#ty as #key>::order(#a, #b)));
                }
                let order = chain(parts.into_iter());
                quote! {
                    (Self::#name { #(#left,)* }, Self::#name { #(#right,)* }) => #order,
                }
            });
            let tags: Vec<_> = ser::tags(variants).collect();
            quote! {
                match (self, __other) {
                    #(#arms)*
                    _ => {
                        let __tag = |__value: &Self| -> u32 { match __value { #(#tags)* } };
                        ::core::cmp::Ord::cmp(&__tag(self), &__tag(__other))
                    }
                }
            }
        }
    };
    quote! {
        impl #params #key for #ident #types #clause {
            #[inline]
            fn order(&self, __other: &Self) -> ::core::cmp::Ordering {
                #order
            }
        }
    }
}

/// Part by part.
fn chain(parts: impl Iterator<Item = TokenStream>) -> TokenStream {
    let equal = quote!(::core::cmp::Ordering::Equal);
    quote!(#equal #(.then_with(|| #parts))*)
}
