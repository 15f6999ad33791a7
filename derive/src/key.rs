//! `impl Key`: the order of the format, for types that can be keys.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::bound::Mentions;
use crate::model::{Container, Data, Field, Form};
use crate::ser;

/// The impl, or nothing for a type that cannot be a key: one that is extensible, or that holds a
/// field which is skipped or written as another type.
pub fn expand(container: &Container) -> TokenStream {
    let fixed = |field: &Field| match &field.form {
        Form::Plain => true,
        Form::With(marker) => marker.to_string().ends_with("AsFixed"),
        Form::Skip => false,
    };
    if container.extensible() || !container.fields().into_iter().all(fixed) {
        return TokenStream::new();
    }
    let krate = &container.krate;
    let ident = container.ident;
    let key = quote!(#krate::Key);
    let bound = quote!(#krate::__private::KeyIn<'__key>);
    // A field that mentions the type itself has no bound to order by.
    let order_of = |field: &Field, a: TokenStream, b: TokenStream| {
        let ty = field.ty;
        if Mentions::of(container, ty).itself {
            quote!(<#ty as #key>::order(#a, #b))
        } else {
            quote!(<#ty as #bound>::order_in(#a, #b))
        }
    };
    // A bound that mentions a lifetime parameter is not checked where it is declared, but where the
    // type is used as a key. That a type holds a float is no error until then.
    let bounds = container
        .written()
        .into_iter()
        .filter(|field| !Mentions::of(container, field.ty).itself)
        .map(|field| {
            let ty = field.ty;
            quote!(#ty: #bound,)
        });
    let (_, types, clause) = container.generics.split_for_impl();
    let mut generics = container.generics.clone();
    generics.params.insert(0, syn::parse_quote!('__key));
    let (params, _, _) = generics.split_for_impl();
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
                let member = &field.member;
                order_of(field, quote!(&self.#member), quote!(&__other.#member))
            });
            chain(parts)
        }
        Data::Enum(variants) => {
            let arms =
                variants.iter().filter(|variant| !variant.fields.is_empty()).map(|variant| {
                    let name = variant.ident;
                    let (mut left, mut right, mut parts) = (Vec::new(), Vec::new(), Vec::new());
                    for field in &variant.fields {
                        let (member, a) = (&field.member, &field.binding);
                        let b = format_ident!("{a}_other");
                        left.push(quote!(#member: #a));
                        right.push(quote!(#member: #b));
                        parts.push(order_of(field, quote!(#a), quote!(#b)));
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
