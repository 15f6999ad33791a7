//! The impls of a type that is declared wrongly: the compiler is told what is wrong, and not of each
//! place that needs them.

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::{DeriveInput, Path, parse_quote};

use crate::attr;
use crate::error::Errors;
use crate::field_types::Direction;
use crate::model;

/// Where onesheet is, and the impls.
pub fn expand(input: &DeriveInput, direction: Direction) -> ((Path, Span), TokenStream) {
    let attrs = attr::of_type(&input.attrs, &mut Errors::default());
    let ident = &input.ident;
    let (params, types, clause) = input.generics.split_for_impl();
    let code = match direction {
        Direction::Encode => quote! {
            impl #params __onesheet::Serialize for #ident #types #clause {
                const SCHEMA: &'static __onesheet::Schema = &__onesheet::Schema::Unit;

                fn serialize(&self, _: &mut __onesheet::ser::Writer<'_>) {}

                fn serialize_slice(
                    _: __onesheet::ser::Items<'_, Self>,
                    _: &mut __onesheet::ser::ListWriter<'_, '_>,
                ) {
                }
            }

            impl #params __onesheet::ser::Key for #ident #types #clause {
                fn order(&self, _: &Self) -> ::core::cmp::Ordering {
                    ::core::cmp::Ordering::Equal
                }
            }

            impl #params __onesheet::types::BitField for #ident #types #clause {
                const BITS: u32 = 8;

                fn to_bits(&self) -> u64 {
                    0
                }

                fn from_bits(_: u64) -> ::core::option::Option<Self> {
                    ::core::option::Option::None
                }
            }
        },
        Direction::Decode => {
            let mut generics = input.generics.clone();
            generics.params.insert(0, parse_quote!('__de));
            let (read_params, _, _) = generics.split_for_impl();
            quote! {
                impl #read_params __onesheet::Deserialize<'__de> for #ident #types #clause {
                    type Column = ();

                    fn deserialize(_: &mut __onesheet::de::Reader<'__de>) -> __onesheet::Result<Self> {
                        loop {}
                    }

                    fn deserialize_many(
                        _: &mut __onesheet::de::Reader<'__de>,
                        _: usize,
                    ) -> __onesheet::Result<()> {
                        loop {}
                    }

                    fn next(_: &mut ()) -> __onesheet::Result<Self> {
                        loop {}
                    }
                }

                impl #params __onesheet::list::Indexed for #ident #types #clause {}
            }
        }
    };
    (model::path_of_crate(&attrs, &input.ident), code)
}
