//! The constant `SCHEMA`.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Path;

use crate::model::{Container, Data, Field, at};

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
            let other = match other.map(|variant| variant.tag) {
                Some(tag) => quote!(::core::option::Option::Some(#tag)),
                None => quote!(::core::option::Option::None),
            };
            let variants = variants.iter().map(|variant| {
                let (name, tag) = (variant.name(), variant.tag);
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
    if container.rows() {
        quote!(&#schema::Schema::Rows { name: #name, schema: || const { #plain } })
    } else {
        plain
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
