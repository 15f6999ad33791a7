//! `#[onesheet(bits)]`: a struct whose fields share a number, and enums that are such fields.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Path, Type};

use crate::attr::Layout;
use crate::bound;
use crate::error::{Errors, at};
use crate::model::{Container, Data, Field, Form, Variant};
use crate::ser;

/// The bits of a number type; 1 for a bool.
fn width_of(ty: &Type) -> Option<u32> {
    let Type::Path(path) = ty else { return None };
    match path.path.segments.last()?.ident.to_string().as_str() {
        "bool" => Some(1),
        "u8" => Some(8),
        "u16" => Some(16),
        "u32" => Some(32),
        "u64" => Some(64),
        _ => None,
    }
}

/// The bits that a field says it takes, or its type does.
fn width(field: &Field) -> Option<u32> {
    field.bits.map(|(_, bits)| bits).or_else(|| width_of(field.ty))
}

pub fn check(container: &Container, errors: &mut Errors) {
    let attrs = &container.attrs;
    let Some((span, layout)) = attrs.bits else {
        for field in container.fields() {
            if let Some((span, _)) = field.bits {
                errors.at(
                    span,
                    "`bits` on a field needs `#[onesheet(bits)]` on its struct; write that, or remove \
                     `bits`",
                );
            }
        }
        return;
    };
    for (name, attr) in [("extensible", &attrs.extensible), ("rows", &attrs.rows)] {
        if let Some((span, ())) = attr {
            errors.at(*span, format!("`bits` and `{name}` cannot be combined; remove one"));
        }
    }
    match &container.data {
        Data::Enum(variants) => of_enum(variants, span, layout, errors),
        Data::Struct(fields) => {
            if layout.width.is_some() {
                errors.at(
                    span,
                    "on a struct, `bits` has no number: its fields say how many they take; \
                     `bits = …` is for a field, or for an enum",
                );
            }
            if let Some(param) = container.generics.type_params().next() {
                errors.at(param.span(), "a struct with `bits` cannot have type parameters");
            }
            of_struct(fields, container.ident.span(), errors);
        }
    }
}

fn of_enum(variants: &[Variant], span: proc_macro2::Span, layout: Layout, errors: &mut Errors) {
    let Some(width) = layout.width else {
        errors.at(span, "say how many bits the enum takes: `#[onesheet(bits = 3)]`");
        return;
    };
    for variant in variants {
        if let Some(field) = variant.fields.first() {
            errors.at(field.ty.span(), "an enum with `bits` cannot have fields");
        }
        if let Some(tag) = variant.tag.number().filter(|tag| u64::from(*tag) >> width.min(63) != 0)
        {
            errors.at(
                variant.tag_span,
                format!("`{}` has tag {tag}, which {width} bits do not hold", variant.ident),
            );
        }
        if let Some((span, ())) = variant.other {
            errors.at(span, "an enum with `bits` cannot have a catch-all; remove `other`");
        }
    }
}

fn of_struct(fields: &[Field], span: proc_macro2::Span, errors: &mut Errors) {
    let mut sum = Some(0);
    for field in fields.iter().filter(|field| field.written()) {
        if let (Form::With(_) | Form::Fixed(_), _) | (_, Some(_)) = (&field.form, &field.default) {
            errors.at(
                field.ty.span(),
                "a field of bits has no attribute but `bits` and `skip`; remove the others",
            );
        }
        if let (Some((span, bits)), Some(most)) = (field.bits, width_of(field.ty)) {
            if bits > most {
                errors.at(span, format!("the type has {most} bits, fewer than {bits}"));
            }
        }
        sum = sum.zip(width(field)).map(|(sum, bits): (u32, u32)| sum + bits);
    }
    let Some(sum) = sum else { return };
    if ![8, 16, 32, 64].contains(&sum) {
        let what = match [8, 16, 32, 64].into_iter().find(|word| *word > sum) {
            Some(word) => format!("add a field of {} to make {word}", word - sum),
            None => format!("remove {}", sum - 64),
        };
        errors.at(
            span,
            format!("the fields take {sum} bits, and a number has 8, 16, 32 or 64: {what}"),
        );
    }
}

/// Whether a number of the field's type may be too large for its bits.
fn is_narrow(field: &&Field) -> bool {
    field.bits.zip(width_of(field.ty)).is_some_and(|((_, bits), of)| bits < of)
}

/// `impl Serialize` of a struct of bits.
pub fn serialize(container: &Container) -> Option<TokenStream> {
    let Shares { krate, layout, fields, consts } = Shares::new(container)?;
    let (ident, lowest) = (container.ident, layout.lowest_byte_first);
    let (params, types, clause) = container.generics.split_for_impl();
    let bits = quote!(#krate::__private::bits);
    let parts = fields.iter().enumerate().map(|(place, field)| {
        let (ty, part) = (field.ty, container.borrow(&quote!(self), field));
        let value = quote_spanned!(at(ty)=> <#ty as #krate::types::BitField>::to_bits(#part));
        let check = is_narrow(field).then(|| {
            quote! {
                if __part >> __WIDTHS[#place] != 0 {
                    return #krate::ser::Writer::refuse::<Self>(__w, #krate::ErrorKind::OutOfRange);
                }
            }
        });
        quote! {
            let __part = #value;
            #check
            __word |= __part << __SHIFTS[#place];
        }
    });
    let fallible = fields.iter().any(is_narrow);
    Some(quote! {
        impl #params #krate::Serialize for #ident #types #clause {
            const SCHEMA: &'static #krate::Schema = {
                #consts
                #bits::schema(__BYTES, #lowest)
            };
            const FIXED: ::core::option::Option<usize> = {
                #consts
                ::core::option::Option::Some(__BYTES)
            };
            const FALLIBLE: bool = #fallible;

            #[inline]
            fn serialize(&self, __w: &mut #krate::ser::Writer<'_>) {
                #consts
                let mut __word = 0u64;
                #(#parts)*
                #krate::ser::Writer::write_bytes(__w, &#bits::to_bytes::<__BYTES>(__word, #lowest));
            }

            #[inline]
            fn serialize_slice(
                __items: #krate::ser::Items<'_, Self>,
                __w: &mut #krate::ser::ListWriter<'_, '_>,
            ) {
                #consts
                #krate::ser::ListWriter::fixed(__w, __items, __BYTES, |__value, __w| {
                    #krate::Serialize::serialize(__value, __w);
                });
            }
        }
    })
}

/// `impl Deserialize` of a struct of bits.
pub fn deserialize(container: &Container) -> Option<TokenStream> {
    let Shares { krate, layout, fields, consts } = Shares::new(container)?;
    let (ident, lowest) = (container.ident, layout.lowest_byte_first);
    let bound::Input { lifetime, generics } =
        bound::with_input(container, container.generics.clone());
    let (own_params, types, own_clause) = container.generics.split_for_impl();
    let (params, _, clause) = generics.split_for_impl();
    let bits = quote!(#krate::__private::bits);
    let values = fields.iter().enumerate().map(|(place, field)| {
        let (ty, member) = (field.ty, &field.member);
        quote_spanned! {at(ty)=>
            #member: match <#ty as #krate::types::BitField>::from_bits(
                #bits::part(__word, __SHIFTS[#place], __WIDTHS[#place]),
            ) {
                ::core::option::Option::Some(__value) => __value,
                ::core::option::Option::None => {
                    return ::core::result::Result::Err(
                        #krate::__private::enumeration::invalid_tag(__start),
                    );
                }
            }
        }
    });
    let all = container.fields();
    let skipped = all.iter().filter(|field| !field.written()).map(|field| {
        let (ty, member) = (field.ty, &field.member);
        quote_spanned!(at(ty)=> #member: <#ty as ::core::default::Default>::default())
    });
    let column = quote!(#krate::__private::FixedColumn);
    Some(quote! {
        impl #params #krate::Deserialize<#lifetime> for #ident #types #clause {
            type Column = #column<#lifetime>;
            const FIXED: ::core::option::Option<usize> = {
                #consts
                ::core::option::Option::Some(__BYTES)
            };

            #[inline]
            fn deserialize(__r: &mut #krate::de::Reader<#lifetime>) -> #krate::Result<Self> {
                #consts
                let __start = __r.position();
                let __word = #bits::from_bytes::<__BYTES>(__r.array()?, #lowest);
                ::core::result::Result::Ok(Self { #(#values,)* #(#skipped,)* })
            }

            #[inline]
            fn deserialize_many(
                __r: &mut #krate::de::Reader<#lifetime>,
                __n: usize,
            ) -> #krate::Result<<Self as #krate::Deserialize<#lifetime>>::Column> {
                #consts
                #column::open(__r, __n, __BYTES, 0)
            }

            #[inline]
            fn next(__column: &mut <Self as #krate::Deserialize<#lifetime>>::Column) -> #krate::Result<Self> {
                __column.next_value()
            }

            #[inline]
            fn check(__column: <Self as #krate::Deserialize<#lifetime>>::Column, __n: usize) -> #krate::Result<()> {
                __column.check::<Self>(__n)
            }

            #[inline]
            fn skip(__column: &mut <Self as #krate::Deserialize<#lifetime>>::Column, __n: usize) -> #krate::Result<()> {
                #consts
                __column.skip(__n, __BYTES)
            }
        }

        impl #own_params #krate::list::Indexed for #ident #types #own_clause {}
    })
}

/// `impl BitField` of an enum.
pub fn field(container: &Container) -> TokenStream {
    let (Some((_, layout)), Data::Enum(variants)) = (container.attrs.bits, &container.data) else {
        return TokenStream::new();
    };
    let (krate, ident) = (&container.krate, container.ident);
    let width = layout.width.unwrap_or_default();
    let (params, types, clause) = container.generics.split_for_impl();
    let value = ser::value_of(variants);
    let to = variants.iter().map(|variant| {
        let (ident, tag) = (variant.ident, &variant.tag);
        quote!(Self::#ident {} => #tag as u64,)
    });
    let from = variants.iter().map(|variant| {
        let (ident, tag) = (variant.ident, &variant.tag);
        quote!(::core::result::Result::Ok(#tag) => ::core::option::Option::Some(Self::#ident {}),)
    });
    let narrow = variants.iter().filter(|variant| variant.tag.number().is_none()).map(|variant| {
        let tag = &variant.tag;
        let message = format!("`{}` has a tag that {width} bits do not hold", variant.ident);
        quote_spanned! {variant.tag_span=>
            const _: () = ::core::assert!((#tag as u128) >> #width == 0, #message);
        }
    });
    quote! {
        #(#narrow)*

        impl #params #krate::types::BitField for #ident #types #clause {
            const BITS: u32 = #width;

            #[inline]
            fn to_bits(&self) -> u64 {
                match #value { #(#to)* }
            }

            #[inline]
            fn from_bits(__bits: u64) -> ::core::option::Option<Self> {
                match <u32 as ::core::convert::TryFrom<u64>>::try_from(__bits) {
                    #(#from)*
                    _ => ::core::option::Option::None,
                }
            }
        }
    }
}

/// A struct of bits.
struct Shares<'a> {
    krate: &'a Path,
    layout: Layout,
    fields: Vec<&'a Field<'a>>,
    /// Constants: the width and the place of each field, and how many bytes there are.
    consts: TokenStream,
}

impl<'a> Shares<'a> {
    fn new(container: &'a Container) -> Option<Self> {
        let (_, layout) = container.attrs.bits?;
        let Data::Struct(_) = container.data else { return None };
        let (krate, fields) = (&container.krate, container.written());
        let count = fields.len();
        let widths = fields.iter().map(|field| {
            let ty = field.ty;
            match (field.bits, width_of(ty)) {
                (Some((_, bits)), Some(_)) => quote!(#bits),
                (None, _) => quote_spanned!(at(ty)=> <#ty as #krate::types::BitField>::BITS),
                (Some((_, bits)), None) => quote_spanned! {at(ty)=> {
                    assert!(
                        <#ty as #krate::types::BitField>::BITS <= #bits,
                        "the field has fewer bits than its type takes"
                    );
                    #bits
                }},
            }
        });
        let lowest = layout.lowest_field_first;
        let consts = quote! {
            const __WIDTHS: [u32; #count] = [#(#widths),*];
            const __SHIFTS: [u32; #count] = #krate::__private::bits::shifts(__WIDTHS, #lowest);
            const __BYTES: usize = #krate::__private::bits::bytes(__WIDTHS);
        };
        Some(Shares { krate, layout, fields, consts })
    }
}
