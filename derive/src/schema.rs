//! The constant `SCHEMA`.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Path;

use crate::error::at;
use crate::model::{Container, Data, Field};

/// The constants of the schema.
pub fn expand(container: &Container) -> TokenStream {
    let krate = &container.krate;
    let schema = quote!(#krate::schema);
    let name = container.name();
    let extensible = container.extensible();
    let plain = match &container.data {
        Data::Struct(fields) => {
            let fields = fields_of(fields, krate);
            quote! {
                &#schema::Schema::Struct(&#schema::Struct {
                    name: #name,
                    fields: #fields,
                    extensible: #extensible,
                })
            }
        }
        Data::Enum(variants) => {
            let other = variants.iter().find(|variant| variant.other.is_some());
            let other = match other.map(|variant| &variant.tag) {
                Some(tag) => quote!(::core::option::Option::Some(#tag)),
                None => quote!(::core::option::Option::None),
            };
            let variants = variants.iter().map(|variant| {
                let (name, tag) = (variant.name(), &variant.tag);
                let fields = fields_of(&variant.fields, krate);
                quote!(#schema::Variant { name: #name, tag: #tag, fields: #fields })
            });
            quote! {
                &#schema::Schema::Enum(&#schema::Enum {
                    name: #name,
                    variants: &[#(#variants),*],
                    extensible: #extensible,
                    other: #other,
                })
            }
        }
    };
    // Those of which a marker says how they are written are not asked, unless they are fixed.
    let inline = container.written().into_iter().map(|field| match field.marker(krate) {
        None => {
            let ty = field.ty;
            // Not by way of the constant that asks for the types: types that contain each other are in it.
            quote_spanned!(at(ty)=> #krate::__private::field::Inline::<#ty>::VALUE)
        }
        Some(_) => {
            let size = field.encoded_const(krate, "FIXED");
            quote!(#size.is_some())
        }
    });
    let inline = quote! {
        const INLINE: bool = {
            // What is said of a type that cannot be written, of which the constant has said so.
            #[allow(unused)]
            trait NotInline {
                const VALUE: bool = false;
            }
            impl<T: ?::core::marker::Sized> NotInline for #krate::__private::field::Inline<T> {}
            #krate::__private::all(&[#(#inline),*])
        };
    };
    if container.rows() {
        quote! {
            const SCHEMA: &'static #krate::Schema = &#schema::Schema::Rows {
                name: #name,
                schema: || <Self as #krate::Serialize>::ROW,
                flat: #krate::__private::flat::<Self>(),
            };
            const ROW: &'static #krate::Schema = #plain;
            #inline
        }
    } else {
        quote! {
            const SCHEMA: &'static #krate::Schema = #plain;
            #inline
        }
    }
}

fn fields_of(fields: &[Field], krate: &Path) -> TokenStream {
    let fields = fields.iter().filter(|field| field.written()).map(|field| {
        let name = field.name();
        let schema = field.encoded_const(krate, "SCHEMA");
        let default = field.default.is_some();
        quote_spanned! {at(&field.ty)=>
            #krate::schema::Field {
                name: #name,
                schema: #schema,
                default: #default,
            }
        }
    });
    quote!(&[#(#fields),*])
}
