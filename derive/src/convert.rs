//! `#[onesheet(from = …, into = …)]`: a type that is written as another.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::{Type, parse_quote, parse_quote_spanned};

use crate::attr::TypeAttrs;
use crate::bound::{self, Input};
use crate::elided;
use crate::error::{Errors, at};
use crate::field_types::Direction;
use crate::model::{Container, Form};

/// How a value is made of what was read.
#[derive(Clone, Copy)]
pub struct From<'a> {
    wire: &'a Type,
    may_fail: bool,
}

impl TypeAttrs {
    /// The type that is read in place of this one.
    pub fn read_as(&self) -> Option<From<'_>> {
        let from = self.from.as_ref().map(|(_, wire)| From { wire, may_fail: false });
        let try_from = self.try_from.as_ref().map(|(_, wire)| From { wire, may_fail: true });
        from.or(try_from)
    }

    /// The type that is written in place of this one.
    pub fn written_as(&self) -> Option<&Type> {
        self.into.as_ref().map(|(_, wire)| wire)
    }

    /// Whether it is another type on the wire.
    pub fn converted(&self) -> bool {
        self.read_as().is_some() || self.written_as().is_some()
    }
}

/// What else is said of a type that is another on the wire.
pub fn check(container: &Container, errors: &mut Errors) {
    let attrs = &container.attrs;
    if let (Some(_), Some((span, _))) = (&attrs.from, &attrs.try_from) {
        errors.at(*span, "a type is read by `from` or by `try_from`; remove one");
    }
    if let Some((span, _)) = attrs.bits {
        errors.at(span, "the type is written as another; put `bits` on that type");
    }
    for (name, attr) in [("extensible", &attrs.extensible), ("rows", &attrs.rows)] {
        if let Some((span, ())) = attr {
            errors.at(
                *span,
                format!(
                    "`{name}` says how fields are written, and this type is written as another; \
                         put it on that type"
                ),
            );
        }
    }
    for field in container.fields() {
        if !matches!(field.form, Form::Plain) || field.default.is_some() {
            errors.at(
                syn::spanned::Spanned::span(&field.ty),
                "the type is written as another, so the attributes of its fields have no effect; \
                 remove those of this one",
            );
        }
    }
}

/// That it is said what the type is in the direction that is derived.
pub fn check_direction(attrs: &TypeAttrs, direction: Direction) -> syn::Result<()> {
    let other = match (direction, attrs.written_as(), attrs.read_as()) {
        (Direction::Encode, None, Some(_)) => attrs.from.as_ref().or(attrs.try_from.as_ref()),
        (Direction::Decode, Some(_), None) => attrs.into.as_ref(),
        _ => None,
    };
    let Some((span, _)) = other else { return Ok(()) };
    let message = match direction {
        Direction::Encode => "to encode it, say what it is written as: `into = …`",
        Direction::Decode => "to decode it, say what it is read as: `from = …` or `try_from = …`",
    };
    Err(syn::Error::new(*span, message))
}

/// `impl Serialize`, and `Key` for a type that is written as a key.
pub fn serialize(container: &Container) -> Option<TokenStream> {
    let krate = &container.krate;
    let ident = container.ident;
    let wire = container.attrs.written_as()?;
    let named = elided::with(wire.to_token_stream(), &parse_quote!('static));
    let inferred = elided::with(wire.to_token_stream(), &parse_quote!('_));
    let (named, span) = (quote_spanned!(at(wire)=> #named), at(wire));
    // What holds references is borrowed from the value, all else is made of a clone, as serde does.
    let borrows = elided::in_type(wire);
    let convert =
        if borrows { quote_spanned!(span=> by_reference) } else { quote_spanned!(span=> by_clone) };
    let convert = quote_spanned!(span=> #krate::__private::convert::#convert::<Self, #inferred>);
    let mut generics = container.generics.clone();
    if let Some((_, predicates)) = &container.attrs.bound_ser {
        generics.make_where_clause().predicates.extend(predicates.iter().cloned());
    } else {
        // Also of a type without parameters: an error here is said once.
        let clause = generics.make_where_clause();
        clause.predicates.push(parse_quote!(#named: #krate::Serialize));
        clause.predicates.push(if borrows {
            let borrowed = elided::with(wire.to_token_stream(), &parse_quote!('__value));
            parse_quote_spanned! {span=>
                for<'__value> &'__value Self: ::core::convert::Into<#borrowed>
            }
        } else {
            parse_quote_spanned! {span=>
                Self: ::core::clone::Clone + ::core::convert::Into<#named>
            }
        });
    }
    let (_, types, _) = container.generics.split_for_impl();
    let (params, _, clause) = generics.split_for_impl();
    let mut keys = generics.clone();
    keys.params.insert(0, parse_quote!('__key));
    let key = quote!(#krate::__private::KeyIn<'__key, 0>);
    let predicates = &mut keys.make_where_clause().predicates;
    match &container.attrs.bound_key {
        Some((_, said)) => predicates.extend(said.iter().cloned()),
        None => predicates.push(parse_quote!(#named: #key)),
    }
    let (key_params, _, key_clause) = keys.split_for_impl();
    let key = (named.to_string() == inferred.to_string()).then(|| {
        quote! {
            impl #key_params #krate::ser::Key for #ident #types #key_clause {
                fn order(&self, __other: &Self) -> ::core::cmp::Ordering {
                    <#named as #key>::order_in(&#convert(self), &#convert(__other))
                }
            }
        }
    });
    Some(quote! {
        impl #params #krate::Serialize for #ident #types #clause {
            const SCHEMA: &'static #krate::Schema = <#named as #krate::Serialize>::SCHEMA;
            const FIXED: ::core::option::Option<usize> = <#named as #krate::Serialize>::FIXED;
            const FALLIBLE: bool = <#named as #krate::Serialize>::FALLIBLE;

            #[inline]
            fn serialize(&self, __w: &mut #krate::ser::Writer<'_>) {
                <#inferred as #krate::Serialize>::serialize(&#convert(self), __w);
            }

            #[inline]
            fn serialize_slice(
                __items: #krate::ser::Items<'_, Self>,
                __w: &mut #krate::ser::ListWriter<'_, '_>,
            ) {
                #krate::ser::ListWriter::convert(__w, __items, #convert);
            }
        }

        #key
    })
}

/// `impl Deserialize`.
pub fn deserialize(container: &Container) -> Option<TokenStream> {
    let krate = &container.krate;
    let ident = container.ident;
    let From { wire, may_fail } = container.attrs.read_as()?;
    let lifetime = bound::with_input(container, container.generics.clone()).lifetime;
    let span = at(wire);
    let static_wire = elided::with(wire.to_token_stream(), &parse_quote!('static));
    let wire = elided::with(wire.to_token_stream(), &lifetime);
    let wire = quote_spanned!(span=> #wire);
    // As a field is (`bound::by_way`).
    let same = container.attrs.bound_de.is_none()
        && bound::Mentions::of(container, &syn::parse_quote!(#wire)).parameter
        && bound::has_foreign_bound(container.generics);
    let mut generics = container.generics.clone();
    let conversion = match may_fail {
        false => quote_spanned!(span=> ::core::convert::From<#wire>),
        true => quote_spanned!(span=> ::core::convert::TryFrom<#wire>),
    };
    if let Some((_, predicates)) = &container.attrs.bound_de {
        generics.make_where_clause().predicates.extend(predicates.iter().cloned());
    } else {
        let clause = generics.make_where_clause();
        clause.predicates.push(match same {
            true => parse_quote! {
                #krate::__private::Identity: #krate::__private::DeserializeAs<#lifetime, #wire>
            },
            false => parse_quote!(#wire: #krate::Deserialize<#lifetime>),
        });
        clause.predicates.push(parse_quote_spanned!(span=> Self: #conversion));
    }
    let Input { generics, .. } = bound::with_input(container, generics);
    let (_, types, _) = container.generics.split_for_impl();
    let (params, _, clause) = generics.split_for_impl();
    let (read, wire_of) = match same {
        true => {
            let via = quote!(#krate::__private::OwnedAdapter<#krate::__private::Identity, #wire>);
            (via, quote_spanned!(span=> .0))
        }
        false => (wire.clone(), TokenStream::new()),
    };
    let decoded = quote_spanned!(span=> <#read as #krate::Deserialize<#lifetime>>);
    let value = match may_fail {
        false => quote_spanned! {span=>
            ::core::result::Result::Ok(<Self as #conversion>::from(__wire))
        },
        true => quote_spanned! {span=>
            match <Self as #conversion>::try_from(__wire) {
                ::core::result::Result::Ok(__value) => ::core::result::Result::Ok(__value),
                ::core::result::Result::Err(__error) => {
                    use #krate::__private::convert::AnyReason as _;
                    let __kind = #krate::__private::convert::Reason(__error).kind();
                    ::core::result::Result::Err(#krate::Error::new(__kind, __start))
                }
            }
        },
    };
    let (own_params, _, own_clause) = container.generics.split_for_impl();
    let predicates = own_clause.into_iter().flat_map(|clause| &clause.predicates);
    let indexed = container.generics.lifetimes().next().is_none().then(|| {
        quote! {
            impl #own_params #krate::list::Indexed for #ident #types
            where
                #(#predicates,)*
                for<'__indexed> #static_wire: #krate::list::Indexed,
            {
            }
        }
    });
    Some(quote! {
        impl #params #krate::Deserialize<#lifetime> for #ident #types #clause {
            type Column = #krate::__private::convert::ViaColumn<#decoded::Column>;
            const FIXED: ::core::option::Option<usize> = #decoded::FIXED;
            const HEAP_SIZE: usize = #decoded::HEAP_SIZE;
            const MAY_BE_EMPTY: bool = #decoded::MAY_BE_EMPTY;

            #[inline]
            fn deserialize(__r: &mut #krate::de::Reader<#lifetime>) -> #krate::Result<Self> {
                let __start = __r.position();
                let __wire = #decoded::deserialize(__r)?#wire_of;
                #value
            }

            #[inline]
            fn deserialize_many(
                __r: &mut #krate::de::Reader<#lifetime>,
                __n: usize,
            ) -> #krate::Result<<Self as #krate::Deserialize<#lifetime>>::Column> {
                let start = __r.position();
                let column = #decoded::deserialize_many(__r, __n)?;
                ::core::result::Result::Ok(#krate::__private::convert::ViaColumn { column, start })
            }

            #[inline]
            fn next(__column: &mut <Self as #krate::Deserialize<#lifetime>>::Column) -> #krate::Result<Self> {
                let __start = __column.start;
                let __wire = #decoded::next(&mut __column.column)?#wire_of;
                #value
            }

            #[inline]
            fn skip(__column: &mut <Self as #krate::Deserialize<#lifetime>>::Column, __n: usize) -> #krate::Result<()> {
                #decoded::skip(&mut __column.column, __n)
            }

            fn heap_size(&self) -> usize {
                use #krate::__private::convert::AnyOwner as _;
                #krate::__private::convert::Owner(self).heap_size()
            }
        }

        #indexed
    })
}
