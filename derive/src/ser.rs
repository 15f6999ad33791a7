//! `impl Serialize`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::Path;

use crate::bound;
use crate::error::at;
use crate::model::{Container, Data, Field, MOST_OF_TUPLE, Variant};
use crate::schema;

pub fn expand(container: &Container) -> TokenStream {
    let krate = &container.krate;
    let ident = container.ident;
    let serialize = quote!(#krate::Serialize);
    let generics = bound::with_bounds(
        container,
        &container.attrs.bound_ser,
        |field| {
            let (says, of) = field.encoded(krate);
            quote!(#says: #of)
        },
        |param, _| syn::parse_quote!(#param: #serialize),
    );
    let (_, types, _) = container.generics.split_for_impl();
    let (params, _, clause) = generics.split_for_impl();
    let schema = schema::expand(container);
    let Parts { one, list, more } = match &container.data {
        Data::Struct(fields) => of_struct(container, fields),
        Data::Enum(variants) => of_enum(container, variants),
    };
    let list =
        if container.rows() { quote!(#krate::ser::ListWriter::rows(__w, __items)) } else { list };
    let variants = match &container.data {
        Data::Enum(variants) if !container.rows() => {
            let body = variants_of(container, variants);
            quote! {
                impl #params #krate::__private::SerializeVariants for #ident #types #clause {
                    #body
                }
            }
        }
        _ => TokenStream::new(),
    };
    quote! {
        impl #params #serialize for #ident #types #clause {
            #schema

            #[inline]
            fn serialize(&self, __w: &mut #krate::ser::Writer<'_>) {
                #one
            }

            #[inline]
            fn serialize_slice(
                __items: #krate::ser::Items<'_, Self>,
                __w: &mut #krate::ser::ListWriter<'_, '_>,
            ) {
                #list
            }

            #more
        }

        #variants
    }
}

/// The parts of an impl.
struct Parts {
    one: TokenStream,
    list: TokenStream,
    /// What overrides a default of the trait.
    more: TokenStream,
}

fn of_struct(container: &Container, fields: &[Field]) -> Parts {
    let krate = &container.krate;
    let written: Vec<_> = fields.iter().filter(|field| field.written()).collect();
    let one = written
        .iter()
        .map(|field| write_one(field, krate, &container.borrow(&quote!(self), field)));
    let one = quote!(#(#one;)*);
    let fallible = fallible(container, written.iter().copied());
    let columns = written.iter().map(|field| {
        let member = &field.member;
        if container.attrs.packed {
            return write_copies(field, krate);
        }
        let get = quote!(|__value| &__value.#member);
        if field.apart() {
            return write_apart(field, krate, "write_field", &quote!(__items, #get));
        }
        write_list(field, krate, &quote!(#krate::ser::Items::field(__items, #get)))
    });
    let columns = quote!(#(#columns;)*);
    if container.extensible() {
        let one = quote!(#krate::__private::extensible::serialize_block(__w, |__w| { #one }));
        let list = quote! {
            #krate::ser::ListWriter::block(
                __w,
                __items,
                const { <Self as #krate::Serialize>::SCHEMA.columns() - 1 },
                |__items, __w| { #columns },
            );
        };
        return Parts { one, list, more: fallible };
    }
    if container.rows() {
        let checked = fallible_rows(container, written.iter().copied());
        return Parts { one: quote!(#checked #one), list: TokenStream::new(), more: fallible };
    }
    let size = quote!(<Self as #krate::Serialize>::FIXED);
    let list = quote! {
        if const { #size.is_some() } {
            return #krate::ser::ListWriter::fixed(__w, __items, #size.unwrap_or(0), |__value, __w| {
                #krate::Serialize::serialize(__value, __w);
            });
        }
        #columns
    };
    let one = quote! {
        if const { #size.is_some() } {
            return #krate::ser::Writer::write_fixed(__w, self, |__w| { #one });
        }
        #one
    };
    let sizes = written.iter().map(|field| size_of(field, krate));
    let show = container.shows_numbers(fields).then(|| {
        let show = written.iter().map(|field| {
            let ((wire, of), member) = (field.encoded(krate), &field.member);
            quote_spanned! {at(&field.ty)=>
                <#wire as #of>::byte_layout(&self.#member, __layout)
            }
        });
        quote! {
            #[inline]
            fn byte_layout(&self, __layout: &mut #krate::__private::Layout<false>) {
                #(#show;)*
            }
        }
    });
    let more = quote! {
        const FIXED: ::core::option::Option<usize> = #krate::__private::fixed_size(&[#(#sizes),*]);

        #show
        #fallible
    };
    Parts { one, list, more }
}

fn of_enum(container: &Container, variants: &[Variant]) -> Parts {
    let krate = &container.krate;
    let (tags, value) = (tags(variants), value_of(variants));
    let all = || variants.iter().flat_map(Variant::written);
    let checked = container.rows().then(|| fallible_rows(container, all()));
    let fields = if container.rows() {
        fields_of_each(container, variants)
    } else {
        quote!(#krate::__private::SerializeVariants::serialize_fields(self, __w))
    };
    let short = |variant: &Variant| variant.tag.number().is_some_and(|tag| tag < 0x80);
    let tag = match variants.iter().all(short) {
        true => quote!(write_byte(__w, (match #value { #(#tags)* }) as u8)),
        false => quote!(write_varint_u32(__w, match #value { #(#tags)* })),
    };
    let one = quote! {
        #checked
        #krate::ser::Writer::#tag;
        #fields
    };
    let list = quote!(#krate::ser::ListWriter::variants(__w, __items));
    Parts { one, list, more: fallible(container, all()) }
}

/// The body of `impl SerializeVariants`.
fn variants_of(container: &Container, variants: &[Variant]) -> TokenStream {
    let krate = &container.krate;
    let count = variants.len();
    let places = variants
        .iter()
        .enumerate()
        .map(|(place, Variant { ident, .. })| quote!(Self::#ident { .. } => #place,));
    let (fields, value) = (fields_of_each(container, variants), value_of(variants));
    let columns = variants
        .iter()
        .enumerate()
        .filter(|(_, variant)| container.extensible() || !variant.written().is_empty())
        .map(|(place, variant)| {
            let columns = columns_of(container, variant);
            quote!(#place => { #columns })
        });
    quote! {
        const VARIANTS: &'static [(u32, usize)] =
            &#krate::__private::variants::<#count>(<Self as #krate::Serialize>::SCHEMA);

        #[inline]
        fn place(&self) -> usize {
            match #value { #(#places)* }
        }

        #[inline]
        fn serialize_fields(&self, __w: &mut #krate::ser::Writer<'_>) {
            #fields
        }

        fn serialize_variant(
            __place: usize,
            __values: &[&Self],
            __w: &mut #krate::ser::ListWriter<'_, '_>,
        ) {
            match __place {
                #(#columns)*
                _ => {}
            }
        }
    }
}

/// The value as a match takes it: where there are no variants, not by reference.
pub fn value_of(variants: &[Variant]) -> TokenStream {
    if variants.is_empty() { quote!(*self) } else { quote!(self) }
}

/// Match arms from variant to tag.
pub fn tags<'a>(variants: &'a [Variant<'a>]) -> impl Iterator<Item = TokenStream> + 'a {
    variants.iter().map(|variant| {
        let (ident, tag) = (variant.ident, &variant.tag);
        quote!(Self::#ident { .. } => #tag,)
    })
}

/// Writes the fields of one value, of whatever variant.
fn fields_of_each(container: &Container, variants: &[Variant]) -> TokenStream {
    let krate = &container.krate;
    let arms = variants.iter().map(|variant| {
        let (pattern, fields) = (variant.pattern(), fields_of_one(container, variant));
        if container.extensible() {
            quote! {
                #pattern => #krate::__private::extensible::serialize_block(__w, |__w| { #fields }),
            }
        } else {
            quote!(#pattern => { #fields })
        }
    });
    let value = value_of(variants);
    quote!(match #value { #(#arms)* })
}

fn fields_of_one(container: &Container, variant: &Variant) -> TokenStream {
    let fields = variant.written();
    let fields = fields.iter().map(|field| {
        let binding = &field.binding;
        write_one(field, &container.krate, &quote!(#binding))
    });
    quote!(#(#fields;)*)
}

/// The columns of a variant's fields.
fn columns_of(container: &Container, variant: &Variant) -> TokenStream {
    let krate = &container.krate;
    let ident = variant.ident;
    let fields = variant.written();
    let columns = fields.iter().map(|field| {
        let (member, binding) = (&field.member, &field.binding);
        let get = quote! {
            &|__value| match __value {
                Self::#ident { #member: #binding, .. } => ::core::option::Option::Some(#binding),
                _ => ::core::option::Option::None,
            }
        };
        if field.apart() {
            return write_apart(field, krate, "write_variant_field", &quote!(__values, #get));
        }
        let items = quote!(#krate::ser::Items::variant_field(__values, #get));
        write_list(field, krate, &items)
    });
    let columns = quote!(#(#columns;)*);
    let items = quote!(#krate::ser::Items::refs(__values));
    if container.extensible() {
        let parts = fields.iter().map(|field| {
            let schema = field.encoded_const(krate, "SCHEMA");
            quote_spanned!(at(&field.ty)=> #schema.columns())
        });
        return quote! {
            #krate::ser::ListWriter::block(__w, #items, const { 0 #(+ #parts)* }, |_, __w| {
                #columns
            });
        };
    }
    if fields.len() < 2 {
        return columns;
    }
    if fields.len() <= MOST_OF_TUPLE && fields.iter().all(|field| field.apart()) {
        // Little is written for each of many.
        let parts = fields.iter().map(|field| field.encoded(krate).0);
        let tuple = quote!((#(#parts,)*));
        let size = quote!(<#tuple as #krate::Serialize>::FIXED);
        return quote! {
            if const { #size.is_some() } {
                return #krate::ser::ListWriter::fixed(
                    __w,
                    #items,
                    #size.unwrap_or(0),
                    #krate::__private::SerializeVariants::serialize_fields,
                );
            }
            #columns
        };
    }
    let sizes: Vec<_> = fields.iter().map(|field| size_of(field, krate)).collect();
    let (pattern, one) = (variant.pattern(), fields_of_one(container, variant));
    quote! {
        if const { #krate::__private::fixed_size(&[#(#sizes),*]).is_some() } {
            let __size = #krate::__private::fixed_size(&[#(#sizes),*]).unwrap_or(0);
            return #krate::ser::ListWriter::fixed(__w, #items, __size, |__value, __w| match __value {
                #pattern => { #one }
                _ => {}
            });
        }
        #columns
    }
}

fn write_one(field: &Field, krate: &Path, value: &TokenStream) -> TokenStream {
    let (says, of) = field.encoded(krate);
    if field.apart() {
        return quote_spanned!(at(&field.ty)=> #krate::__private::field::write::<#says>(#value, __w));
    }
    let write = match field.marker(krate) {
        None => format_ident!("serialize"),
        Some(_) => format_ident!("write"),
    };
    quote_spanned!(at(&field.ty)=> <#says as #of>::#write(#value, __w))
}

/// The column of one of many fields: of those to find its values in.
fn write_apart(field: &Field, krate: &Path, function: &str, found: &TokenStream) -> TokenStream {
    let ((says, _), write) = (field.encoded(krate), format_ident!("{function}"));
    quote_spanned! {at(&field.ty)=>
        #krate::__private::field::#write::<Self, #says>(#found, __w)
    }
}

fn write_list(field: &Field, krate: &Path, items: &TokenStream) -> TokenStream {
    let (says, of) = field.encoded(krate);
    match field.marker(krate) {
        None => quote_spanned!(at(&field.ty)=> <#says as #of>::serialize_slice(#items, __w)),
        Some(_) => quote_spanned! {at(&field.ty)=>
            <#says as #of>::write_list(#items, |__value| __value, __w)
        },
    }
}

/// The column of a field of a packed type, of which there are no references.
fn write_copies(field: &Field, krate: &Path) -> TokenStream {
    let (ty, member) = (field.ty, &field.member);
    let value = quote_spanned!(at(&field.ty)=> __value.#member);
    let value = match field.marker(krate) {
        None => value,
        Some(marker) => quote!(#krate::__private::OwnedAdapter::<#marker, #ty>::new(#value)),
    };
    quote_spanned! {at(&field.ty)=>
        #krate::ser::ListWriter::convert(__w, __items, |__value: &Self| #value)
    }
}

fn size_of(field: &Field, krate: &Path) -> TokenStream {
    field.encoded_const(krate, "FIXED")
}

/// Whether a part may be refused. A rows type, whose parts may hold the type itself, says so by an
/// attribute.
fn fallible<'a>(container: &Container, fields: impl Iterator<Item = &'a Field<'a>>) -> TokenStream {
    let fallible = match container.rows() {
        true => {
            let declared = container.attrs.fallible.is_some();
            quote!(#declared)
        }
        false => any_fallible(container, fields),
    };
    quote!(const FALLIBLE: bool = #fallible;)
}

/// That a rows type says so.
fn fallible_rows<'a>(
    container: &Container,
    fields: impl Iterator<Item = &'a Field<'a>>,
) -> TokenStream {
    if container.attrs.fallible.is_some() {
        return TokenStream::new();
    }
    let any = any_fallible(container, fields);
    quote! {
        const {
            ::core::assert!(
                !#any,
                "values of a part of this type may be refused: write `#[onesheet(rows, fallible)]`"
            )
        }
    }
}

fn any_fallible<'a>(
    container: &Container,
    fields: impl Iterator<Item = &'a Field<'a>>,
) -> TokenStream {
    let krate = &container.krate;
    let parts = fields.map(|field| field.encoded_const(krate, "FALLIBLE"));
    quote!(#krate::__private::any(&[#(#parts),*]))
}
