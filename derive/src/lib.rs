//! The derive macros of onesheet, documented where it re-exports them.
//!
//! The stages: `attr` parses the attributes, `model` combines them with the type, `check` validates
//! combinations of attributes, and `ser`, `de`, `schema`, `key`, `convert` and `bits` generate the code. All
//! errors are collected and reported together.
#![forbid(unsafe_code)]

mod attr;
mod bits;
mod bound;
mod check;
mod convert;
mod de;
mod elided;
mod error;
mod field_types;
mod key;
mod marker;
mod model;
mod schema;
mod ser;
mod stub;
mod syntax;
mod tag;

use proc_macro::TokenStream;
use proc_macro2::TokenStream as TokenStream2;
use syn::{DeriveInput, parse_macro_input};

use crate::field_types::Direction;
use crate::model::{Container, Data};

#[proc_macro_derive(Serialize, attributes(onesheet))]
pub fn derive_serialize(input: TokenStream) -> TokenStream {
    expand(parse_macro_input!(input), Direction::Encode, |container| {
        let other = convert::serialize(container).or_else(|| bits::serialize(container));
        if let Some(code) = other {
            return code;
        }
        let bits = bits::field(container);
        let serialize = ser::expand(container);
        let key = key::expand(container);
        quote::quote! { #serialize #key #bits }
    })
}

#[proc_macro_derive(Deserialize, attributes(onesheet))]
pub fn derive_deserialize(input: TokenStream) -> TokenStream {
    expand(parse_macro_input!(input), Direction::Decode, |container| {
        let other = convert::deserialize(container).or_else(|| bits::deserialize(container));
        other.unwrap_or_else(|| de::expand(container))
    })
}

fn expand(
    input: DeriveInput,
    direction: Direction,
    write: impl FnOnce(&Container) -> TokenStream2,
) -> TokenStream {
    let input = elided::named(input);
    let model = Container::new(&input).and_then(|mut container| {
        bound::mark(&mut container);
        field_types::mark(&mut container);
        check::check(&container)?;
        convert::check_direction(&container.attrs, direction)?;
        Ok(container)
    });
    let ((krate, span), code) = match model {
        Ok(container) => {
            let fields = matches!(container.data, Data::Enum(_)) || container.attrs.bits.is_none();
            let checked = match fields && !container.attrs.converted() {
                true => field_types::expand(&container, direction),
                false => TokenStream2::new(),
            };
            let tags = match &container.data {
                Data::Enum(variants) => {
                    let tags = variants.iter().map(|each| (each.ident, &each.tag, each.tag_span));
                    tag::constants(&tags.collect::<Vec<_>>())
                }
                Data::Struct(_) => TokenStream2::new(),
            };
            let code = write(&container);
            (
                model::path_of_crate(&container.attrs, &input.ident),
                quote::quote!(#tags #checked #code),
            )
        }
        Err(errors) => {
            let (krate, stub) = stub::expand(&input, direction);
            let errors = errors.into_compile_error();
            (krate, quote::quote!(#errors #stub))
        }
    };
    // Named once, as if by the user: where it is not found, the compiler says so once for both derives.
    let krate = quote::quote_spanned!(span=> use #krate as __onesheet;);
    let code = quote::quote! {
        #[automatically_derived]
        #[allow(
            clippy::all,
            clippy::pedantic,
            dead_code,
            deprecated,
            non_snake_case,
            unreachable_code,
            unreachable_patterns,
            unused_braces,
            unused_parens
        )]
        const _: () = {
            #krate
            #code
        };
    };
    code.into()
}
