//! `impl Serialize`.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::Path;

use crate::bound;
use crate::model::{Container, Data, Field, Form, Variant, at};
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
        &serialize,
    );
    let (_, types, _) = container.generics.split_for_impl();
    let (params, _, clause) = generics.split_for_impl();
    let schema = schema::expand(container);
    let Parts { one, list, more } = match &container.data {
        Data::Struct(fields) => of_struct(container, fields),
        Data::Enum(variants) => of_enum(container, variants),
    };
    let list = if container.rows() { quote!(#krate::Sink::rows(__s, __items)) } else { list };
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
            const SCHEMA: &'static #krate::Schema = #schema;

            #[inline]
            fn serialize<__W: #krate::Writer>(
                &self,
                __w: &mut __W,
            ) -> ::core::result::Result<(), __W::Error> {
                #one
            }

            #[inline]
            fn serialize_slice<__S: #krate::Sink>(
                __items: #krate::Items<'_, Self>,
                __s: &mut __S,
            ) -> ::core::result::Result<(), __S::Error> {
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
    let one = written.iter().map(|field| {
        let member = &field.member;
        write_one(field, krate, &quote!(&self.#member))
    });
    let one = quote!(#(#one?;)* ::core::result::Result::Ok(()));
    let hint = hint(&written, krate);
    let columns = written.iter().map(|field| {
        let member = &field.member;
        write_list(field, krate, &quote!(#krate::Items::field(__items, |__value| &__value.#member)))
    });
    let columns = quote!(#(#columns?;)* ::core::result::Result::Ok(()));
    if container.extensible() {
        let one = quote!(#krate::__private::extensible::serialize_block(__w, |__w| { #one }));
        let list = quote! {
            #krate::Sink::block(
                __s,
                __items,
                const { <Self as #krate::Serialize>::SCHEMA.columns() - 1 },
                |__items, __s| { #columns },
            )
        };
        return Parts { one, list, more: hint };
    }
    if container.rows() {
        return Parts { one, list: TokenStream::new(), more: hint };
    }
    let size = quote!(<Self as #krate::Serialize>::FIXED);
    let list = quote! {
        if const { #size.is_some() } {
            return #krate::Sink::fixed(__s, __items, #size.unwrap_or(0), |__value, __w| {
                #krate::Serialize::serialize(__value, __w)
            });
        }
        #columns
    };
    let one = quote! {
        if const { #size.is_some() } {
            return #krate::Writer::write_fixed(__w, #size.unwrap_or(0), |__w| { #one });
        }
        #one
    };
    let sizes = written.iter().map(|field| size_of(field, krate));
    let show = container.shows_numbers(fields).then(|| {
        let show = written.iter().map(|field| {
            let ((wire, of), member) = (field.encoded(krate), &field.member);
            quote_spanned! {at(&field.ty)=>
                <#wire as #of>::show_numbers(&self.#member, __layout)
            }
        });
        quote! {
            #[inline]
            fn show_numbers(&self, __layout: &mut #krate::__private::Layout<false>) {
                #(#show;)*
            }
        }
    });
    let more = quote! {
        const FIXED: ::core::option::Option<usize> = #krate::__private::fixed_size(&[#(#sizes),*]);

        #show
        #hint
    };
    Parts { one, list, more }
}

fn of_enum(container: &Container, variants: &[Variant]) -> Parts {
    let krate = &container.krate;
    let tags = tags(variants);
    let fields = if container.rows() {
        fields_of_each(container, variants)
    } else {
        quote!(#krate::__private::SerializeVariants::serialize_fields(self, __w))
    };
    let one = quote! {
        #krate::Writer::write_varint_u32(__w, match self { #(#tags)* })?;
        #fields
    };
    Parts { one, list: quote!(#krate::Sink::variants(__s, __items)), more: TokenStream::new() }
}

/// The body of `impl SerializeVariants`.
fn variants_of(container: &Container, variants: &[Variant]) -> TokenStream {
    let krate = &container.krate;
    let count = variants.len();
    let places = variants
        .iter()
        .enumerate()
        .map(|(place, Variant { ident, .. })| quote!(Self::#ident { .. } => #place,));
    let fields = fields_of_each(container, variants);
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
            match self { #(#places)* }
        }

        #[inline]
        fn serialize_fields<__W: #krate::Writer>(
            &self,
            __w: &mut __W,
        ) -> ::core::result::Result<(), __W::Error> {
            #fields
        }

        fn serialize_variant<__S: #krate::Sink>(
            __place: usize,
            __items: #krate::Items<'_, Self>,
            __s: &mut __S,
        ) -> ::core::result::Result<(), __S::Error> {
            match __place {
                #(#columns)*
                _ => ::core::result::Result::Ok(()),
            }
        }
    }
}

/// Match arms from variant to tag.
pub fn tags<'a>(variants: &'a [Variant<'a>]) -> impl Iterator<Item = TokenStream> + 'a {
    variants.iter().map(|variant| {
        let (ident, tag) = (variant.ident, variant.tag);
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
    quote!(match self { #(#arms)* })
}

fn fields_of_one(container: &Container, variant: &Variant) -> TokenStream {
    let fields = variant.written();
    let fields = fields.iter().map(|field| {
        let binding = &field.binding;
        write_one(field, &container.krate, &quote!(#binding))
    });
    quote!(#(#fields?;)* ::core::result::Result::Ok(()))
}

/// The columns of a variant's fields.
fn columns_of(container: &Container, variant: &Variant) -> TokenStream {
    let krate = &container.krate;
    let ident = variant.ident;
    let fields = variant.written();
    let columns = fields.iter().map(|field| {
        let (member, binding) = (&field.member, &field.binding);
        let items = quote! {
            #krate::Items::found_field(__items, |__value| match __value {
                Self::#ident { #member: #binding, .. } => ::core::option::Option::Some(#binding),
                _ => ::core::option::Option::None,
            })
        };
        write_list(field, krate, &items)
    });
    let columns = quote!(#(#columns?;)* ::core::result::Result::Ok(()));
    if container.extensible() {
        let parts = fields.iter().map(|field| {
            let schema = field.encoded_const(krate, "SCHEMA");
            quote_spanned!(at(&field.ty)=> #schema.columns())
        });
        return quote! {
            #krate::Sink::block(__s, __items, const { 0 #(+ #parts)* }, |__items, __s| { #columns })
        };
    }
    if fields.len() < 2 {
        return columns;
    }
    let sizes: Vec<_> = fields.iter().map(|field| size_of(field, krate)).collect();
    let (pattern, one) = (variant.pattern(), fields_of_one(container, variant));
    quote! {
        if const { #krate::__private::fixed_size(&[#(#sizes),*]).is_some() } {
            let __size = #krate::__private::fixed_size(&[#(#sizes),*]).unwrap_or(0);
            return #krate::Sink::fixed(__s, __items, __size, |__value, __w| match __value {
                #pattern => { #one }
                _ => ::core::result::Result::Ok(()),
            });
        }
        #columns
    }
}

fn write_one(field: &Field, krate: &Path, value: &TokenStream) -> TokenStream {
    let (says, of) = field.encoded(krate);
    let write = match field.marker(krate) {
        None => format_ident!("serialize"),
        Some(_) => format_ident!("write"),
    };
    quote_spanned!(at(&field.ty)=> <#says as #of>::#write(#value, __w))
}

fn write_list(field: &Field, krate: &Path, items: &TokenStream) -> TokenStream {
    let (says, of) = field.encoded(krate);
    match field.marker(krate) {
        None => quote_spanned!(at(&field.ty)=> <#says as #of>::serialize_slice(#items, __s)),
        Some(_) => quote_spanned! {at(&field.ty)=>
            <#says as #of>::write_list(#items, |__value| __value, __s)
        },
    }
}

fn size_of(field: &Field, krate: &Path) -> TokenStream {
    field.encoded_const(krate, "FIXED")
}

/// About how many bytes a struct of these fields takes.
fn hint(fields: &[&Field], krate: &Path) -> TokenStream {
    let hints = fields.iter().filter(|field| matches!(field.form, Form::Plain)).map(|field| {
        let ((wire, of), member) = (field.encoded(krate), &field.member);
        quote_spanned!(at(&field.ty)=> <#wire as #of>::len_hint(&self.#member))
    });
    quote! {
        #[inline]
        fn len_hint(&self) -> usize {
            0usize #(.saturating_add(#hints))*
        }
    }
}
