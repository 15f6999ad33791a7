//! `impl Serialize`.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
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
        |field| field.wire(krate),
        &serialize,
    );
    let (_, types, _) = container.generics.split_for_impl();
    let (params, _, clause) = generics.split_for_impl();
    let schema = schema::expand(container);
    let Parts { one, list, more, fixed, hint } = match &container.data {
        Data::Struct(fields) => of_struct(container, fields),
        Data::Enum(variants) => of_enum(container, variants),
    };
    let fixed = if container.rows() || container.extensible() { None } else { fixed };
    let fixed = fixed.map(|sizes| {
        quote! {
            const FIXED: ::core::option::Option<usize> = #krate::__private::fixed_size(&[#(#sizes),*]);
        }
    });
    let (list, more) = if container.rows() {
        (quote!(#krate::__private::rows::serialize_list(__list, __w)), None)
    } else {
        (list, more)
    };
    let named = |tokens| bound::without_self(tokens, &quote!(#ident #types));
    let members = members(container).into_iter().map(|(field, what, get)| {
        let place = field.place;
        let (ty, get, clause) = (named(field.ty.to_token_stream()), named(get), named(quote!(#clause)));
        quote! {
            impl #params #krate::__private::field::#what<#ident #types> for __Field<#place> #clause {
                type Type = #ty;

                #[inline]
                #get
            }
        }
    });
    let marker = (members.len() > 0).then(|| {
        quote!(
            struct __Field<const PLACE: usize>;
        )
    });
    quote! {
        #marker
        #(#members)*

        impl #params #serialize for #ident #types #clause {
            const SCHEMA: &'static #krate::Schema = #schema;
            #fixed

            #[inline]
            fn serialize<__W: #krate::Writer + ?::core::marker::Sized>(
                &self,
                __w: &mut __W,
            ) -> ::core::result::Result<(), __W::Error> {
                #one
            }

            #[inline]
            fn serialize_list<__W: #krate::Writer + ?::core::marker::Sized>(
                __list: impl #krate::List<Self>,
                __w: &mut __W,
            ) -> ::core::result::Result<(), __W::Error> {
                #list
            }

            #more

            #[inline]
            fn len_hint(&self) -> usize {
                #hint
            }
        }
    }
}

/// The fields that have columns, with the trait by which these get at them, and its method.
fn members<'a>(container: &'a Container) -> Vec<(&'a Field<'a>, TokenStream, TokenStream)> {
    match &container.data {
        _ if container.rows() => Vec::new(),
        Data::Struct(fields) => fields
            .iter()
            .filter(|field| field.written())
            .map(|field| {
                let (member, ty) = (&field.member, field.ty);
                let get = quote!(fn member<'__value>(__value: &'__value Self) -> &'__value #ty { &__value.#member });
                (field, quote!(Member), get)
            })
            .collect(),
        Data::Enum(variants) => variants
            .iter()
            .flat_map(|variant| variant.written().into_iter().map(move |field| (variant, field)))
            .map(|(Variant { ident, .. }, field)| {
                let (member, ty, binding) = (&field.member, field.ty, &field.binding);
                let name = container.ident;
                let get = quote! {
                    fn member<'__value>(
                        __value: &'__value Self,
                    ) -> ::core::option::Option<&'__value #ty> {
                        match __value {
                            #name::#ident { #member: #binding, .. } => {
                                ::core::option::Option::Some(#binding)
                            }
                            _ => ::core::option::Option::None,
                        }
                    }
                };
                (field, quote!(VariantMember), get)
            })
            .collect(),
    }
}

/// The parts of an impl.
struct Parts {
    one: TokenStream,
    list: TokenStream,
    /// What overrides a default of the trait.
    more: Option<TokenStream>,
    fixed: Option<Vec<TokenStream>>,
    hint: TokenStream,
}

fn of_struct(container: &Container, fields: &[Field]) -> Parts {
    let krate = &container.krate;
    let written: Vec<_> = fields.iter().filter(|field| field.written()).collect();
    let one: Vec<_> = written
        .iter()
        .map(|field| {
            let member = &field.member;
            write_one(field, krate, &quote!(&self.#member))
        })
        .collect();
    let columns = written.iter().map(|field| {
        let place = field.place;
        let get = quote!(<__Field<#place> as #krate::__private::field::Member<Self>>::member);
        write_list(field, krate, &quote!(#krate::List::project(__list, #get)))
    });
    let columns = quote!(#(#columns?;)* ::core::result::Result::Ok(()));
    // Values are not looked up for one column.
    let (columns, by_columns) = if written.len() < 2 {
        (columns, None)
    } else {
        let by_columns = quote! {
            #[inline]
            fn serialize_columns<__W: #krate::Writer + ?::core::marker::Sized>(
                __list: impl #krate::List<Self>,
                __w: &mut __W,
            ) -> ::core::result::Result<(), __W::Error> {
                #columns
            }
        };
        (quote!(#krate::__private::serialize_columns(__list, __w)), Some(by_columns))
    };
    let sizes: Vec<_> = written.iter().map(|field| size(field, krate)).collect();
    let hint = hint(&written, krate, |field| {
        let member = &field.member;
        quote!(&self.#member)
    });
    if container.extensible() {
        let one = quote! {
            #krate::__private::extensible::serialize_block(1, __w, |__w| {
                #(#one?;)*
                ::core::result::Result::Ok(())
            })
        };
        let list = quote! {
            let __n = #krate::List::count(&__list);
            #krate::__private::extensible::serialize_block(__n, __w, |__w| { #columns })
        };
        return Parts { one, list, more: by_columns, fixed: None, hint };
    }
    let list = quote! {
        if const { <Self as #krate::Serialize>::FIXED.is_some() } {
            return #krate::__private::fixed::serialize_list(__list, __w);
        }
        #columns
    };
    let one = quote! {
        if const { <Self as #krate::Serialize>::FIXED.is_some() } {
            return #krate::__private::fixed::serialize::<Self, _>(__w, |__w| {
                #(#one?;)*
                ::core::result::Result::Ok(())
            });
        }
        #(#one?;)*
        ::core::result::Result::Ok(())
    };
    let show = container.shows_numbers(fields).then(|| {
        let show = written.iter().map(|field| {
            let (ty, wire, member) = (field.ty, field.wire(krate), &field.member);
            quote_spanned! {at(ty)=>
                <#wire as #krate::Serialize>::show_numbers(&self.#member, __layout)
            }
        });
        quote! {
            #[inline]
            fn show_numbers(&self, __layout: &mut #krate::__private::Layout<false>) {
                #(#show;)*
            }
        }
    });
    Parts { one, list, more: Some(quote!(#by_columns #show)), fixed: Some(sizes), hint }
}

fn of_enum(container: &Container, variants: &[Variant]) -> Parts {
    let krate = &container.krate;
    let arms = variants.iter().map(|variant| {
        let (pattern, tag) = (variant.pattern(), variant.tag);
        let fields = variant.written();
        let fields = fields.iter().map(|field| {
            let binding = &field.binding;
            write_one(field, krate, &quote!(#binding))
        });
        let fields = quote!(#(#fields?;)* ::core::result::Result::Ok(()));
        let fields = if container.extensible() {
            quote!(#krate::__private::extensible::serialize_block(1, __w, |__w| { #fields }))
        } else {
            fields
        };
        quote! {
            #pattern => {
                #krate::Writer::write_varint_u32(__w, #tag)?;
                #fields
            }
        }
    });
    let one = quote!(match self { #(#arms)* });
    let tags = tags(variants);
    let columns = variants
        .iter()
        .filter(|variant| container.extensible() || !variant.written().is_empty())
        .map(|variant| variant_list(container, variant));
    let list = quote! {
        #krate::__private::enumeration::serialize_tags(
            __list,
            |__value: &Self| match __value { #(#tags)* },
            __w,
        )?;
        #(#columns)*
        ::core::result::Result::Ok(())
    };
    let hints = variants.iter().map(|variant| {
        let pattern = variant.pattern();
        let hint = hint(&variant.written(), krate, |field| {
            let binding = &field.binding;
            quote!(#binding)
        });
        quote!(#pattern => #hint,)
    });
    Parts { one, list, more: None, fixed: None, hint: quote!(match self { #(#hints)* }) }
}

/// Match arms from variant to tag.
pub fn tags<'a>(variants: &'a [Variant<'a>]) -> impl Iterator<Item = TokenStream> + 'a {
    variants.iter().map(|variant| {
        let (ident, tag) = (variant.ident, variant.tag);
        quote!(Self::#ident { .. } => #tag,)
    })
}

/// The columns of a variant's fields, over the values of that variant.
fn variant_list(container: &Container, variant: &Variant) -> TokenStream {
    let krate = &container.krate;
    let ident = variant.ident;
    let fields = variant.written();
    let columns = fields.iter().map(|field| {
        let place = field.place;
        let get =
            quote!(<__Field<#place> as #krate::__private::field::VariantMember<Self>>::member);
        write_list(field, krate, &quote!(#krate::List::select(__list, __n, #get)))
    });
    let count = quote! {
        let __n = #krate::__private::enumeration::count(
            __list,
            |__value: &Self| ::core::matches!(__value, Self::#ident { .. }),
        );
    };
    if container.extensible() {
        return quote! {{
            #count
            #krate::__private::extensible::serialize_block(__n, __w, |__w| {
                #(#columns?;)*
                ::core::result::Result::Ok(())
            })?;
        }};
    }
    let sizes = fields.iter().map(|field| size(field, krate));
    let pattern = variant.pattern();
    let one = fields.iter().map(|field| {
        let binding = &field.binding;
        write_one(field, krate, &quote!(#binding))
    });
    quote! {{
        #count
        if const { #krate::__private::fixed_size(&[#(#sizes),*]).is_some() } {
            #krate::List::try_for_each(&__list, |__value: &Self| match __value {
                #pattern => {
                    #(#one?;)*
                    ::core::result::Result::Ok(())
                }
                _ => ::core::result::Result::Ok(()),
            })?;
        } else {
            #(#columns?;)*
        }
    }}
}

fn write_one(field: &Field, krate: &Path, value: &TokenStream) -> TokenStream {
    let wire = field.wire(krate);
    let ty = field.ty;
    let value = match &field.form {
        Form::With(_) => {
            let marker = field.marker(krate);
            quote!(&<#marker as #krate::With<#ty>>::to_wire(#value))
        }
        _ => value.clone(),
    };
    quote_spanned!(at(&ty)=> <#wire as #krate::Serialize>::serialize(#value, __w))
}

fn write_list(field: &Field, krate: &Path, list: &TokenStream) -> TokenStream {
    let wire = field.wire(krate);
    let list = match &field.form {
        Form::With(_) => {
            let (marker, ty) = (field.marker(krate), field.ty);
            quote!(#krate::List::convert(#list, <#marker as #krate::With<#ty>>::to_wire))
        }
        _ => list.clone(),
    };
    quote_spanned!(at(&field.ty)=> <#wire as #krate::Serialize>::serialize_list(#list, __w))
}

fn size(field: &Field, krate: &Path) -> TokenStream {
    let wire = field.wire(krate);
    quote_spanned!(at(&field.ty)=> <#wire as #krate::Serialize>::FIXED)
}

fn hint(fields: &[&Field], krate: &Path, value: impl Fn(&Field) -> TokenStream) -> TokenStream {
    let hints = fields.iter().map(|field| {
        let ty = field.ty;
        match field.form {
            Form::Plain => {
                let (wire, value) = (field.wire(krate), value(field));
                quote_spanned!(at(&ty)=> <#wire as #krate::Serialize>::len_hint(#value))
            }
            _ => quote!(::core::mem::size_of::<#ty>()),
        }
    });
    // One byte for a tag or the length of a block.
    quote!(1usize #(.saturating_add(#hints))*)
}
