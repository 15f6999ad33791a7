//! `impl Deserialize`.

use std::collections::{HashMap, HashSet};

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Index, Path};

use crate::bound::{self, Input};
use crate::error::at;
use crate::model::{Container, Data, Field, Form, MOST_OF_TUPLE, Variant};
use crate::ser;
use crate::syntax;
use crate::tag::Tag;

/// The parts of an impl.
struct Parts {
    column: TokenStream,
    /// The fields' columns, which `column` has as `__Columns`.
    columns: Option<Vec<TokenStream>>,
    consts: TokenStream,
    one: TokenStream,
    many: TokenStream,
    next: TokenStream,
    /// What overrides a default of the trait.
    more: Option<TokenStream>,
    /// What is implemented of `DeserializeVariants`.
    variants: Option<TokenStream>,
    /// What is implemented of `Fieldless`.
    fieldless: Option<TokenStream>,
}

pub fn expand(container: &Container) -> TokenStream {
    let krate = &container.krate;
    let ident = container.ident;
    let lifetime = bound::with_input(container, container.generics.clone()).lifetime;
    let deserialize = quote!(#krate::Deserialize<#lifetime>);
    let generics = bound::with_bounds(
        container,
        &container.attrs.bound_de,
        |field| field.can_be_read(krate, &lifetime),
        |param, mentions| {
            // As a field is (`bound::by_way`), where that is all that is asked of it.
            let by_way = match mentions.beside {
                true => bound::is_owned(container.generics, param),
                false => bound::has_foreign_bound(container.generics),
            };
            match by_way {
                true => syn::parse_quote! {
                    #krate::__private::Identity: #krate::__private::DeserializeAs<#lifetime, #param>
                },
                false => syn::parse_quote!(#param: #deserialize),
            }
        },
    );
    let generics = bound::with_defaults(container, generics);
    let Input { generics, .. } = bound::with_input(container, generics);
    let (_, types, _) = container.generics.split_for_impl();
    let (params, with_input, clause) = generics.split_for_impl();
    let whole = quote!(__Columns #with_input);
    let writer =
        Code { container, krate, deserialize: &deserialize, lifetime: &lifetime, whole: &whole };
    let mut parts = match &container.data {
        Data::Struct(fields) if container.extensible() => writer.extensible_struct(fields),
        Data::Struct(fields) => writer.plain_struct(fields, &lifetime),
        Data::Enum(variants) => writer.of_enum(variants, &lifetime),
    };
    if container.rows() {
        writer.in_rows(&mut parts, &lifetime);
    }
    let Parts { column, columns, consts, one, many, next, more, variants, fieldless } = parts;
    let variants = variants.map(|variants| {
        quote! {
            impl #params #krate::__private::DeserializeVariants<#lifetime> for #ident #types #clause {
                #variants
            }
        }
    });
    let fieldless = fieldless.map(|fieldless| {
        quote! {
            impl #params #krate::__private::Fieldless<#lifetime> for #ident #types #clause {
                #fieldless
            }
        }
    });
    // A value that a call returns is written in parts, and copied as a whole, which waits for them.
    let inline = match &container.data {
        Data::Struct(fields) if fields.len() <= MOST_OF_FEW && !container.rows() => {
            quote!(#[inline(always)])
        }
        _ => quote!(#[inline]),
    };
    let indexed = writer.indexed();
    let claims = writer.heap_size();
    // A type of its own: the columns of private types, and these themselves, must not show in that
    // of a public type.
    let columns = columns.map(|columns| {
        let named = |tokens| syntax::without_self(tokens, &quote!(#ident #types));
        let columns: Vec<_> = columns.into_iter().map(named).collect();
        let clause = named(quote!(#clause));
        // One bound for each type.
        let (mut places, mut bounds) = (HashMap::new(), Vec::new());
        let cloned = columns.iter().enumerate().map(|(index, column)| {
            let types = places.len();
            let place = *places.entry(column.to_string()).or_insert(types);
            if place == types {
                bounds.push(
                    quote!(for<'__columns> #column: #krate::__private::field::CloneIn<'__columns, #place>),
                );
            }
            let index = Index::from(index);
            quote!(#krate::__private::field::CloneIn::<'_, #place>::clone_in(&self.#index))
        });
        let cloned = whole_value(cloned);
        let predicates = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
        let predicates = named(quote!(#(#predicates,)*));
        quote! {
            #[doc(hidden)]
            pub struct __Columns #params (
                #(#columns,)*
                ::core::marker::PhantomData<(&#lifetime (), fn() -> #ident #types)>,
            ) #clause;

            impl #params ::core::clone::Clone for #whole
            where
                #predicates
                #(#bounds,)*
            {
                #[inline]
                fn clone(&self) -> Self {
                    #cloned
                }
            }
        }
    });
    quote! {
        #columns

        impl #params #deserialize for #ident #types #clause {
            type Column = #column;
            #consts

            #[inline]
            fn deserialize(__r: &mut #krate::de::Reader<#lifetime>) -> #krate::Result<Self> {
                #one
            }

            #[inline]
            fn deserialize_many(
                __r: &mut #krate::de::Reader<#lifetime>,
                __n: usize,
            ) -> #krate::Result<<Self as #krate::Deserialize<#lifetime>>::Column> {
                #many
            }

            #inline
            fn next(__column: &mut <Self as #krate::Deserialize<#lifetime>>::Column) -> #krate::Result<Self> {
                #next
            }

            #[inline]
            fn heap_size(&self) -> usize {
                #claims
            }

            #more
        }

        #variants

        #fieldless

        #indexed
    }
}

/// The most fields of a struct whose short lists are read without cursors.
const MOST_OF_FEW: usize = 8;

struct Code<'a> {
    container: &'a Container<'a>,
    krate: &'a Path,
    deserialize: &'a TokenStream,
    lifetime: &'a syn::Lifetime,
    /// The type of all columns.
    whole: &'a TokenStream,
}

impl Code<'_> {
    fn plain_struct(&self, fields: &[Field], lifetime: &syn::Lifetime) -> Parts {
        let Code { krate, whole, .. } = self;
        let written: Vec<_> = fields.iter().filter(|field| field.written()).collect();
        let columns = self.columns(&written);
        let open = self.whole(&written, |this, field| this.open(field));
        let pattern = whole_pattern(&written);
        let sizes = self.each(&written, |this, field| this.assoc(field, "FIXED"));
        let one = self.build(&quote!(Self), fields, |this, field| this.read(field));
        let next = self.build(&quote!(Self), fields, |this, field| this.take(field));
        let skip = self.each(&written, |this, field| {
            let (decoded, column) = (this.decoded(field), &field.binding);
            quote_spanned!(at(&field.ty)=> #decoded::skip(#column, __n)?)
        });
        let claims = self.each(&written, |this, field| this.assoc(field, "HEAP_SIZE"));
        let any = self.each(&written, |this, field| match field.form {
            Form::Fixed(_) => quote!(true),
            _ => this.assoc(field, "ANY_BYTES"),
        });
        let consts = self.consts(
            &written,
            &quote! {
                const FIXED: ::core::option::Option<usize> =
                    #krate::__private::fixed_size(&[#(#sizes),*]);
                const HEAP_SIZE: usize = #krate::__private::sum(&[#(#claims),*]);
                const ANY_BYTES: bool = #krate::__private::all(&[#(#any),*]);
            },
        );
        let size = quote!(<Self as #krate::Deserialize<#lifetime>>::FIXED);
        let check = self.each(&written, |this, field| {
            let (decoded, column) = (this.decoded(field), &field.binding);
            quote_spanned!(at(&field.ty)=> #decoded::check(#column, __n)?)
        });
        let shows =
            self.container.shows_numbers(fields) && !fields.iter().any(|field| field.by_way);
        let show = shows.then(|| {
            let show = self.each(&written, |this, field| {
                let (decoded, member) = (this.decoded(field), &field.member);
                quote_spanned! {at(&field.ty)=>
                    #decoded::byte_layout(&mut __value.#member, __layout)
                }
            });
            quote! {
                #[inline]
                fn fixed_column<'__column>(
                    __column: &'__column mut <Self as #krate::Deserialize<#lifetime>>::Column,
                ) -> ::core::option::Option<&'__column mut #krate::__private::FixedColumn<#lifetime>> {
                    __column.fixed()
                }

                #[inline]
                fn byte_layout(__value: &mut Self, __layout: &mut #krate::__private::Layout<true>) {
                    #(#show;)*
                }
            }
        });
        let few = self.few(fields, &written);
        Parts {
            column: quote!(#krate::__private::StructColumn<#lifetime, #whole>),
            columns: Some(columns),
            consts,
            one: quote!(::core::result::Result::Ok(#one)),
            many: quote! {
                if const { #size.is_some() } {
                    return #krate::__private::FixedColumn::open(
                        __r,
                        __n,
                        #size.unwrap_or(0),
                        <Self as #krate::Deserialize<#lifetime>>::HEAP_SIZE,
                    )
                    .map(#krate::__private::StructColumn::Fixed);
                }
                ::core::result::Result::Ok(#krate::__private::StructColumn::Parts(#open))
            },
            next: quote! {
                match __column {
                    #krate::__private::StructColumn::Fixed(__column) => {
                        __column.next_value()
                    }
                    #krate::__private::StructColumn::Parts(#pattern) => {
                        ::core::result::Result::Ok(#next)
                    }
                }
            },
            more: Some(quote! {
                #show
                #few

                #[inline]
                fn check(__column: <Self as #krate::Deserialize<#lifetime>>::Column, __n: usize) -> #krate::Result<()> {
                    match __column {
                        #krate::__private::StructColumn::Fixed(__column) => __column.check::<Self>(__n),
                        #krate::__private::StructColumn::Parts(#pattern) => {
                            #(#check;)*
                            ::core::result::Result::Ok(())
                        }
                    }
                }

                #[inline]
                fn skip(__column: &mut <Self as #krate::Deserialize<#lifetime>>::Column, __n: usize) -> #krate::Result<()> {
                    match __column {
                        #krate::__private::StructColumn::Fixed(__column) => {
                            __column.skip(__n, #size.unwrap_or(0))
                        }
                        #krate::__private::StructColumn::Parts(#pattern) => {
                            #(#skip;)*
                            ::core::result::Result::Ok(())
                        }
                    }
                }
            }),
            variants: None,
            fieldless: None,
        }
    }

    fn extensible_struct(&self, fields: &[Field]) -> Parts {
        let Code { krate, whole, .. } = self;
        let written: Vec<_> = fields.iter().filter(|field| field.written()).collect();
        let columns = self.block_columns(&written);
        let open = self.whole(&written, |this, field| this.block_open(field));
        let pattern = whole_pattern(&written);
        let one = self.build(&quote!(Self), fields, |this, field| this.read_or_default(field));
        let next = self.build(&quote!(Self), fields, |this, field| this.take_or_default(field));
        let mut consts = self.consts(&written, &TokenStream::new());
        consts.extend(quote!(
            const MAY_BE_EMPTY: bool = true;
        ));
        Parts {
            column: quote!(#whole),
            columns: Some(columns),
            consts,
            one: quote!(__r.block(|__r| ::core::result::Result::Ok(#one))),
            many: quote! {
                #krate::__private::extensible::deserialize_block(__r, __n, |__r| {
                    ::core::result::Result::Ok(#open)
                })
            },
            next: quote! {
                let #pattern = __column;
                ::core::result::Result::Ok(#next)
            },
            more: None,
            variants: None,
            fieldless: None,
        }
    }

    fn of_enum(&self, variants: &[Variant], lifetime: &syn::Lifetime) -> Parts {
        let Code { krate, whole, .. } = self;
        let extensible = self.container.extensible();
        let other = variants.iter().find(|variant| variant.other.is_some());
        let private = quote!(#krate::__private);
        // Only variants with fields on the wire have a column.
        let with_fields: Vec<_> =
            variants.iter().filter(|variant| !variant.written().is_empty()).collect();
        let columns = with_fields
            .iter()
            .map(|variant| {
                let fields = variant.written();
                if extensible {
                    syntax::nested(self.block_columns(&fields))
                } else if let Some(tuple) = self.tuple(variant) {
                    quote!(<#tuple as #krate::Deserialize<#lifetime>>::Column)
                } else {
                    let columns = syntax::nested(self.columns(&fields));
                    quote!(#private::StructColumn<#lifetime, #columns>)
                }
            })
            .collect();

        let read = variants.iter().map(|variant| {
            let (tag, ident) = (&variant.tag, variant.ident);
            let name = quote!(Self::#ident);
            if extensible {
                let value =
                    self.build(&name, &variant.fields, |this, field| this.read_or_default(field));
                quote!(#tag => __r.block(|__r| ::core::result::Result::Ok(#value)),)
            } else if let Some(tuple) = self.tuple(variant) {
                let read = quote!(#private::field::read::<#tuple>(__r));
                let arms =
                    self.of_tuple(variant, |value| quote!(::core::result::Result::Ok(#value)));
                quote!(#tag => match #read { #arms },)
            } else {
                let value = self.build(&name, &variant.fields, |this, field| this.read(field));
                quote!(#tag => ::core::result::Result::Ok(#value),)
            }
        });
        let unknown = match other {
            Some(other) => {
                let ident = other.ident;
                quote!(__r.block(|_| ::core::result::Result::Ok(Self::#ident {})))
            }
            None if extensible => {
                quote!(::core::result::Result::Err(#private::enumeration::unknown_variant(__start)))
            }
            None => {
                quote!(::core::result::Result::Err(#private::enumeration::invalid_tag(__start)))
            }
        };
        let read: Vec<_> = read.collect();
        let one = quote! {
            let __start = __r.position();
            match __r.tag()? {
                #(#read)*
                _ => #unknown,
            }
        };
        let fieldless = variants.iter().all(|variant| variant.fields.is_empty());
        if fieldless && !extensible && !variants.is_empty() {
            return self.fieldless(variants, one);
        }
        // Whether its lists are read variant by variant.
        let scatter = !extensible
            && !self.container.rows()
            && !with_fields.is_empty()
            && variants.len() < usize::from(u8::MAX);

        let kind = if extensible { quote!(UnknownVariant) } else { quote!(InvalidTag) };
        let places = variants.iter().enumerate().map(|(place, variant)| {
            let tag = &variant.tag;
            quote!(#tag => ::core::option::Option::Some(#place),)
        });
        let counts: Vec<_> =
            (0..variants.len()).map(|place| format_ident!("__count{place}")).collect();
        let unknown_place = variants.len();
        let (elsewhere, unknown_count) = match other {
            Some(_) => (quote!(::core::option::Option::Some(#unknown_place)), quote!(, __unknown)),
            None => (quote!(::core::option::Option::None), TokenStream::new()),
        };
        let skip_unknown = |after: Option<&Tag>, before: Option<&Tag>| {
            let option = |tag: Option<&Tag>| match tag {
                Some(tag) => quote!(::core::option::Option::Some(#tag)),
                None => quote!(::core::option::Option::None),
            };
            let (after, before) = (option(after), option(before));
            other.map(|_| {
                quote! {
                    if __unknown > 0 {
                        __tags.skip_unknown(__r, #after, #before)?;
                    }
                }
            })
        };
        let mut after = None;
        let mut opened = Vec::new();
        let mut names = Vec::new();
        for (variant, count) in variants.iter().zip(&counts) {
            opened.extend(skip_unknown(after, Some(&variant.tag)));
            after = Some(&variant.tag);
            let fields = variant.written();
            let name = format_ident!("__parts{}", names.len());
            if extensible {
                let open = self.all(&fields, |this, field| this.block_open(field));
                opened.push(quote! {
                    let #name = #private::extensible::deserialize_block(__r, #count, |__r| {
                        let __n = #count;
                        ::core::result::Result::Ok(#open)
                    })?;
                });
            } else if let Some(tuple) = self.tuple(variant) {
                let open = or_return(&quote!(#private::field::open::<#tuple>(__r, #count)));
                opened.push(quote!(let #name = #open;));
            } else if !fields.is_empty() {
                let open = self.all(&fields, |this, field| this.open(field));
                let sizes = self.each(&fields, |this, field| this.assoc(field, "FIXED"));
                let size = quote!(#private::fixed_size(&[#(#sizes),*]));
                let claims = self.each(&fields, |this, field| this.assoc(field, "HEAP_SIZE"));
                opened.push(quote! {
                    let __n = #count;
                    let #name = if const { #size.is_some() } {
                        #private::StructColumn::Fixed(#private::FixedColumn::open(
                            __r,
                            __n,
                            const { #size }.unwrap_or(0),
                            const { #private::sum(&[#(#claims),*]) },
                        )?)
                    } else {
                        #private::StructColumn::Parts(#open)
                    };
                });
            }
            if !fields.is_empty() {
                names.push(quote!(#name));
            }
        }
        opened.extend(skip_unknown(after, None));
        let names = whole_value(names);
        let list = if scatter { quote!(EnumList) } else { quote!(EnumColumn) };
        let many = quote! {
            let __tags = #private::Tags::open(__r, __n)?;
            let [#(#counts),* #unknown_count] =
                __tags.count(#krate::ErrorKind::#kind, |__tag| match __tag {
                    #(#places)*
                    _ => #elsewhere,
                })?;
            #(let _ = #counts;)*
            #(#opened)*
            ::core::result::Result::Ok(#private::#list::new(__tags, #names))
        };

        let mut arms = Vec::new();
        let mut column = 0;
        for variant in variants {
            let (tag, ident) = (&variant.tag, variant.ident);
            let name = quote!(Self::#ident);
            let fields = variant.written();
            if fields.is_empty() {
                let value = self.build(&name, &variant.fields, |_, _| TokenStream::new());
                arms.push(quote!(#tag => ::core::result::Result::Ok(#value),));
                continue;
            }
            let pattern = pattern(&fields);
            let place = Index::from(column);
            column += 1;
            arms.push(if extensible {
                let value =
                    self.build(&name, &variant.fields, |this, field| this.take_or_default(field));
                quote! {
                    #tag => {
                        let #pattern = &mut __column.parts.#place;
                        ::core::result::Result::Ok(#value)
                    }
                }
            } else if let Some(tuple) = self.tuple(variant) {
                let next = quote!(#private::field::next::<#tuple>(&mut __column.parts.#place));
                let arms =
                    self.of_tuple(variant, |value| quote!(::core::result::Result::Ok(#value)));
                quote!(#tag => match #next { #arms },)
            } else {
                let value = self.build(&name, &variant.fields, |this, field| this.take(field));
                let fixed = self.build(&name, &variant.fields, |this, field| this.read(field));
                let sizes = self.each(&fields, |this, field| this.assoc(field, "FIXED"));
                let size = quote!(#private::fixed_size(&[#(#sizes),*]));
                quote! {
                    #tag => match &mut __column.parts.#place {
                        #private::StructColumn::Fixed(__column) => {
                            if const { #size.is_none() } {
                                return ::core::result::Result::Err(__column.at_end());
                            }
                            let __r = &mut __column.reader(const { #size }.unwrap_or(0))?;
                            ::core::result::Result::Ok(#fixed)
                        }
                        #private::StructColumn::Parts(#pattern) => {
                            ::core::result::Result::Ok(#value)
                        }
                    },
                }
            });
        }
        let unknown = match other {
            Some(other) => {
                let ident = other.ident;
                quote!(::core::result::Result::Ok(Self::#ident {}))
            }
            None => quote!(::core::result::Result::Err(__column.invalid_tag())),
        };
        let next = quote! {
            match __column.next_tag() {
                #(#arms)*
                _ => #unknown,
            }
        };
        if scatter {
            return self.scatter(variants, lifetime, columns, (many, next));
        }
        Parts {
            column: quote!(#private::EnumColumn<#lifetime, #whole>),
            columns: Some(columns),
            consts: TokenStream::new(),
            one,
            many,
            next,
            // The tags are checked when they are opened.
            more: with_fields.is_empty().then(|| {
                quote!(
                    const CHECKED: bool = true;
                )
            }),
            variants: None,
            fieldless: None,
        }
    }

    /// An enum whose lists are read variant by variant where they go into memory, else as `many` and
    /// `next` read them.
    fn scatter(
        &self,
        variants: &[Variant],
        lifetime: &syn::Lifetime,
        columns: Vec<TokenStream>,
        (many, next): (TokenStream, TokenStream),
    ) -> Parts {
        let Code { krate, whole, .. } = self;
        let private = quote!(#krate::__private);
        let tags = variants.iter().map(|variant| &variant.tag);
        let sizes = |variant: &Variant| {
            let sizes = self.each(&variant.written(), |this, field| this.assoc(field, "FIXED"));
            quote!(#private::fixed_size(&[#(#sizes),*]))
        };
        let lone = variants.iter().map(|variant| {
            let (tag, ident) = (&variant.tag, variant.ident);
            if let Some(tuple) = self.tuple(variant) {
                let read = quote!(#private::field::read::<#tuple>(__r));
                let arms = self
                    .of_tuple(variant, |value| quote!(::core::result::Result::Ok(__put(#value))));
                return quote!(#tag => match #read { #arms },);
            }
            let value =
                self.build(&quote!(Self::#ident), &variant.fields, |this, field| this.read(field));
            quote!(#tag => ::core::result::Result::Ok(__put(#value)),)
        });
        let lists = variants.iter().map(|variant| {
            let (tag, ident, fields) = (&variant.tag, variant.ident, variant.written());
            if let Some(tuple) = self.tuple(variant) {
                let arms = self.of_tuple(variant, |value| quote!(__places.put(#value)));
                return quote! {
                    #tag => {
                        let mut __column = #private::field::open::<#tuple>(__r, __n)?;
                        for _ in 0..__n {
                            match #private::field::next::<#tuple>(&mut __column) { #arms }
                        }
                    }
                };
            }
            // A column stays where it was opened.
            let open = self.each(&fields, |this, field| {
                let (binding, opened) = (&field.binding, this.opened(field));
                let column = or_return(&quote!(#private::in_place(&mut #binding)));
                quote! {
                    let mut #binding = #opened;
                    let #binding = #column;
                }
            });
            let value = self.build(&quote!(Self::#ident), &variant.fields, |this, field| {
                let (decoded, column) = (this.decoded(field), &field.binding);
                field.unwrap(quote_spanned!(at(&field.ty)=> #decoded::next(#column)?))
            });
            let lone =
                self.build(&quote!(Self::#ident), &variant.fields, |this, field| this.read(field));
            let size = sizes(variant);
            quote! {
                // Fixed fields are value after value (W1).
                #tag => if const { #size.is_some() } {
                    for _ in 0..__n {
                        __places.put(#lone);
                    }
                } else {
                    #(#open)*
                    for _ in 0..__n {
                        __places.put(#value);
                    }
                },
            }
        });
        Parts {
            column: quote!(#private::EnumList<#lifetime, Self, #whole>),
            columns: Some(columns),
            consts: TokenStream::new(),
            one: quote!(#private::enumeration::deserialize(__r)),
            many: quote!(#private::EnumList::open(__r, __n)),
            next: quote!(__column.next_value()),
            more: Some(quote! {
                const SCATTER: bool = true;

                #[inline]
                fn scatter(
                    __r: &mut #krate::de::Reader<#lifetime>,
                    __n: usize,
                    __list: &mut impl #private::ScatterBuild<Self>,
                ) -> #krate::Result<()> {
                    #private::enumeration::scatter(__r, __n, __list)
                }
            }),
            fieldless: None,
            variants: Some(quote! {
                const TAGS: &'static [u32] = &[#(#tags),*];
                type Columns = #whole;

                fn open(
                    __r: &mut #krate::de::Reader<#lifetime>,
                    __n: usize,
                ) -> #krate::Result<#private::EnumList<#lifetime, Self, #whole>> {
                    #many
                }

                fn next_in_place(
                    __column: &mut #private::EnumColumn<#lifetime, #whole>,
                ) -> #krate::Result<Self> {
                    #next
                }

                fn deserialize_one<__Put>(
                    __r: &mut #krate::de::Reader<#lifetime>,
                    __tag: u32,
                    __start: usize,
                    __put: impl ::core::ops::FnOnce(Self) -> __Put,
                ) -> #krate::Result<__Put> {
                    match __tag {
                        #(#lone)*
                        _ => ::core::result::Result::Err(#private::enumeration::invalid_tag(__start)),
                    }
                }

                fn list(
                    __r: &mut #krate::de::Reader<#lifetime>,
                    __tag: u32,
                    __n: usize,
                    __places: &mut #private::ScatterWriter<'_, Self>,
                ) -> #krate::Result<()> {
                    match __tag {
                        #(#lists)*
                        _ => {}
                    }
                    ::core::result::Result::Ok(())
                }
            }),
        }
    }

    /// An enum without fields.
    fn fieldless(&self, variants: &[Variant], one: TokenStream) -> Parts {
        let Code { krate, lifetime, .. } = self;
        let private = quote!(#krate::__private);
        let column = quote!(#private::EnumColumn<#lifetime, ()>);
        Parts {
            columns: None,
            consts: TokenStream::new(),
            one,
            many: quote!(#private::enumeration::open_fieldless::<Self>(__r, __n)),
            next: quote!(::core::result::Result::Ok(__column.next_fieldless())),
            more: Some(quote! {
                // The tags are checked when they are opened.
                const CHECKED: bool = true;

                #[inline]
                fn skip(__column: &mut #column, __n: usize) -> #krate::Result<()> {
                    __column.skip(__n);
                    ::core::result::Result::Ok(())
                }

                #private::if_alloc! {
                    #[inline]
                    fn next_vec(__column: &mut #column, __n: usize) -> #krate::Result<#private::Vec<Self>> {
                        ::core::result::Result::Ok(__column.next_vec(__n))
                    }

                    const FEW: usize = #private::enumeration::few_fieldless_of::<Self>();

                    #[inline]
                    fn few<const __N: usize>(
                        __r: &mut #krate::de::Reader<#lifetime>,
                        __n: usize,
                    ) -> #krate::Result<[Self; __N]> {
                        #private::enumeration::few_fieldless(__r, __n)
                    }
                }
            }),
            column,
            variants: None,
            fieldless: Some(Self::of_tag(variants)),
        }
    }

    /// The value of each tag, for an enum without fields.
    fn of_tag(variants: &[Variant]) -> TokenStream {
        let tags = variants.iter().map(|variant| &variant.tag);
        let mut values = variants.iter().map(|Variant { ident, .. }| quote!(Self::#ident {}));
        let first = values.next();
        let others = variants.iter().map(|variant| &variant.tag).skip(1);
        quote! {
            const TAGS: &'static [u32] = &[#(#tags),*];

            #[inline]
            fn from_tag(__tag: u32) -> Self {
                match __tag {
                    #(#others => #values,)*
                    _ => #first,
                }
            }
        }
    }

    /// W14 in place of any other.
    fn in_rows(&self, parts: &mut Parts, lifetime: &syn::Lifetime) {
        let krate = self.krate;
        let one = &parts.one;
        let empty = match &self.container.data {
            Data::Enum(_) => quote!(false),
            Data::Struct(_) if self.container.extensible() => quote!(true),
            Data::Struct(_) => {
                let fields = self.container.written();
                let empty = self.each(&fields, |this, field| this.assoc(field, "MAY_BE_EMPTY"));
                quote!(#krate::__private::all(&[#(#empty),*]))
            }
        };
        *parts = Parts {
            column: quote!(#krate::__private::RowsColumn<#lifetime, Self>),
            columns: None,
            consts: quote! {
                const ROWS: bool = true;
                const MAY_BE_EMPTY: bool = #empty;
            },
            one: quote!(__r.nest(|__r| { #one })),
            many: quote!(#krate::__private::RowsColumn::open(__r, __n)),
            next: quote!(__column.next_row()),
            more: Some(quote! {
                // The rows are decoded when they are opened.
                const CHECKED: bool = true;

                fn skip(__column: &mut <Self as #krate::Deserialize<#lifetime>>::Column, __n: usize) -> #krate::Result<()> {
                    __column.skip(__n)
                }
            }),
            variants: None,
            fieldless: None,
        };
    }

    /// The sum of what the fields claim.
    fn heap_size(&self) -> TokenStream {
        let sum = |fields: &[&Field], value: &dyn Fn(&Field) -> TokenStream| {
            let claims = self.each(fields, |this, field| {
                let (decoded, value) = (this.decoded(field), value(field));
                let (krate, ty, lifetime) = (this.krate, field.ty, this.lifetime);
                match field.read_by(krate) {
                    Some(marker) => quote_spanned! {at(&field.ty)=>
                        <#marker as #krate::__private::DeserializeAs<#lifetime, #ty>>::heap_size(#value)
                    },
                    None => quote_spanned!(at(&field.ty)=> #decoded::heap_size(#value)),
                }
            });
            quote!(0usize #(.saturating_add(#claims))*)
        };
        match &self.container.data {
            // There are no references to its fields, which own nothing.
            _ if self.container.attrs.packed => quote!(0),
            Data::Struct(_) => sum(&self.container.written(), &|field| {
                let member = &field.member;
                quote!(&self.#member)
            }),
            Data::Enum(variants) => {
                let arms = variants.iter().map(|variant| {
                    let pattern = variant.pattern();
                    let sum = sum(&variant.written(), &|field| {
                        let binding = &field.binding;
                        quote!(#binding)
                    });
                    quote!(#pattern => #sum,)
                });
                let value = ser::value_of(variants);
                quote!(match #value { #(#arms)* })
            }
        }
    }

    /// `few`, for structs of few fields, all written.
    fn few(&self, fields: &[Field], written: &[&Field]) -> Option<TokenStream> {
        let (krate, lifetime) = (self.krate, self.lifetime);
        if !(1..=MOST_OF_FEW).contains(&fields.len()) || written.len() < fields.len() {
            return None;
        }
        let are_few = self.each(written, |this, field| this.assoc(field, "FEW"));
        let read = self.each(written, |this, field| {
            let (decoded, name) = (this.decoded(field), &field.binding);
            quote_spanned! {at(&field.ty)=>
                let mut #name =
                    ::core::iter::IntoIterator::into_iter(#decoded::few::<__N>(__r, __n)?);
            }
        });
        let value = self.build(&quote!(Self), fields, |_, field| {
            let binding = &field.binding;
            field.unwrap(quote!(::core::iter::Iterator::next(&mut #binding)?))
        });
        Some(quote! {
            const FEW: usize = #krate::__private::few_structs::<Self>(&[#(#are_few),*]);

            fn few<const __N: usize>(
                __r: &mut #krate::de::Reader<#lifetime>,
                __n: usize,
            ) -> #krate::Result<[Self; __N]> {
                if const { <Self as #krate::Deserialize<#lifetime>>::FIXED.is_some() } {
                    return #krate::__private::fixed::few(__r, __n);
                }
                #(#read)*
                #krate::__private::from_parts(__r, || ::core::option::Option::Some(#value))
            }
        })
    }

    /// `Indexed`, for structs whose lists are columns of indexed types.
    fn indexed(&self) -> TokenStream {
        let krate = self.krate;
        let Data::Struct(_) = &self.container.data else { return TokenStream::new() };
        if self.container.extensible() || self.container.rows() {
            return TokenStream::new();
        }
        let ident = self.container.ident;
        let (params, types, clause) = self.container.generics.split_for_impl();
        let predicates = clause.into_iter().flat_map(|clause| &clause.predicates);
        let mut seen = HashSet::new();
        let mut fields = self.container.written();
        fields.retain(|field| seen.insert(syntax::unnamed(field.ty)));
        let decoded = fields.iter().map(|field| match field.by_way {
            true => field.ty.to_token_stream(),
            false => field.decoded(krate),
        });
        quote! {
            impl #params #krate::list::Indexed for #ident #types
            where
                #(#predicates,)*
                #(for<'__indexed> #decoded: #krate::list::Indexed,)*
            {
            }
        }
    }

    fn consts(&self, written: &[&Field], more: &TokenStream) -> TokenStream {
        let krate = self.krate;
        let empty = self.each(written, |this, field| this.assoc(field, "MAY_BE_EMPTY"));
        let empty = (!self.container.extensible())
            .then(|| quote!(const MAY_BE_EMPTY: bool = #krate::__private::all(&[#(#empty),*]);));
        quote! {
            #more
            #empty
        }
    }

    fn each<T>(&self, fields: &[&Field], f: impl Fn(&Self, &Field) -> T) -> Vec<T> {
        fields.iter().map(|field| f(self, field)).collect()
    }

    /// The tuple as which the fields of a variant are read: of one of so many that what is written for each is to
    /// be little.
    fn tuple(&self, variant: &Variant) -> Option<TokenStream> {
        let fields = variant.written();
        let few =
            matches!(fields.len(), 1..=MOST_OF_TUPLE) && fields.iter().all(|field| field.wide);
        let decoded = fields.iter().map(|field| field.decoded(self.krate));
        (few && !self.container.extensible()).then(|| quote!((#(#decoded,)*)))
    }

    /// The arms of a match on that tuple, of which `f` makes the outcome.
    fn of_tuple(&self, variant: &Variant, f: impl Fn(TokenStream) -> TokenStream) -> TokenStream {
        let (ident, pattern) = (variant.ident, tuple_pattern(&variant.written()));
        let value = self.build(&quote!(Self::#ident), &variant.fields, |_, field| {
            let binding = &field.binding;
            field.unwrap(quote!(#binding))
        });
        let value = f(value);
        quote! {
            ::core::result::Result::Ok(#pattern) => #value,
            ::core::result::Result::Err(__error) => return ::core::result::Result::Err(__error),
        }
    }

    /// The tuple of what `f` says of each field: first all values, then the tuple, as in `build`.
    fn all(&self, fields: &[&Field], f: impl Fn(&Self, &Field) -> TokenStream) -> TokenStream {
        self.lets(fields, f, &pattern(fields))
    }

    /// The same, as a value of the type of all columns.
    fn whole(&self, fields: &[&Field], f: impl Fn(&Self, &Field) -> TokenStream) -> TokenStream {
        self.lets(fields, f, &whole_value(bindings(fields)))
    }

    fn lets(
        &self,
        fields: &[&Field],
        f: impl Fn(&Self, &Field) -> TokenStream,
        value: &TokenStream,
    ) -> TokenStream {
        let lets = self.each(fields, |this, field| {
            let (name, value) = (&field.binding, f(this, field));
            quote!(let #name = #value;)
        });
        quote!({ #(#lets)* #value })
    }

    /// The type that is decoded, as an implementor of the trait.
    fn decoded(&self, field: &Field) -> TokenStream {
        let (decoded, deserialize) = (field.decoded(self.krate), self.deserialize);
        quote_spanned!(at(&field.ty)=> <#decoded as #deserialize>)
    }

    fn assoc(&self, field: &Field, name: &str) -> TokenStream {
        let (decoded, name) = (self.decoded(field), format_ident!("{name}"));
        quote_spanned!(at(&field.ty)=> #decoded::#name)
    }

    fn columns(&self, fields: &[&Field]) -> Vec<TokenStream> {
        self.each(fields, |this, field| this.assoc(field, "Column"))
    }

    fn open(&self, field: &Field) -> TokenStream {
        let opened = self.opened(field);
        if field.apart() { or_return(&opened) } else { quote!(#opened?) }
    }

    /// The same, or the error.
    fn opened(&self, field: &Field) -> TokenStream {
        let (krate, decoded) = (self.krate, self.decoded(field));
        if field.apart() {
            let ty = field.decoded(krate);
            return quote_spanned!(at(&field.ty)=> #krate::__private::field::open::<#ty>(__r, __n));
        }
        quote_spanned!(at(&field.ty)=> #decoded::deserialize_many(__r, __n))
    }

    /// A value of one field, alone.
    fn read(&self, field: &Field) -> TokenStream {
        let (krate, decoded) = (self.krate, self.decoded(field));
        if field.apart() {
            let ty = field.decoded(krate);
            let value = quote_spanned!(at(&field.ty)=> #krate::__private::field::read::<#ty>(__r));
            return field.unwrap(or_return(&value));
        }
        // Some have their error apart: see `Part`.
        let in_parts = self.assoc(field, "IN_PARTS");
        let value = or_return(&quote_spanned!(at(&field.ty)=> #decoded::deserialize(__r)));
        field.unwrap(quote_spanned! {at(&field.ty)=>
            if const { #in_parts } {
                match #decoded::part(__r) {
                    #krate::__private::Part { value: ::core::option::Option::Some(__value), .. } => __value,
                    #krate::__private::Part { error: __error, .. } => {
                        return ::core::result::Result::Err(__error);
                    }
                }
            } else {
                #value
            }
        })
    }

    /// A value of one field, from its column.
    fn take(&self, field: &Field) -> TokenStream {
        let (krate, decoded, column) = (self.krate, self.decoded(field), &field.binding);
        if field.apart() {
            let ty = field.decoded(krate);
            let value =
                quote_spanned!(at(&field.ty)=> #krate::__private::field::next::<#ty>(#column));
            return field.unwrap(or_return(&value));
        }
        field.unwrap(quote_spanned!(at(&field.ty)=> #decoded::next(#column)?))
    }

    fn block_columns(&self, fields: &[&Field]) -> Vec<TokenStream> {
        let krate = self.krate;
        let columns = self.columns(fields).into_iter();
        columns.map(|column| quote!(#krate::__private::FieldColumn<#column>)).collect()
    }

    fn block_open(&self, field: &Field) -> TokenStream {
        let krate = self.krate;
        let decoded = field.decoded(krate);
        let column = quote!(#krate::__private::FieldColumn);
        match self.default(field) {
            Some(default) => quote_spanned! {at(&field.ty)=>
                #column::open_or::<#decoded>(__r, __n, #default)?
            },
            None => quote_spanned!(at(&field.ty)=> #column::open::<#decoded>(__r, __n)?),
        }
    }

    /// A value of one field, alone, or its default.
    fn read_or_default(&self, field: &Field) -> TokenStream {
        let (krate, decoded) = (self.krate, field.decoded(self.krate));
        let extensible = quote!(#krate::__private::extensible);
        field.unwrap(match self.default(field) {
            Some(default) => quote_spanned! {at(&field.ty)=>
                #extensible::deserialize_field_or::<#decoded>(__r, #default)?
            },
            None => quote_spanned! {at(&field.ty)=>
                #extensible::deserialize_field::<#decoded>(__r)?
            },
        })
    }

    /// A value of one field, from its column, or its default.
    fn take_or_default(&self, field: &Field) -> TokenStream {
        let (decoded, column) = (field.decoded(self.krate), &field.binding);
        field.unwrap(match self.default(field) {
            Some(default) => quote_spanned! {at(&field.ty)=>
                #column.next_or::<#decoded>(#default)?
            },
            None => quote_spanned!(at(&field.ty)=> #column.next::<#decoded>()?),
        })
    }

    /// A closure that makes a field's default, as the type that is decoded.
    fn default(&self, field: &Field) -> Option<TokenStream> {
        let krate = self.krate;
        let value = field.default_value()?;
        Some(match field.read_by(krate) {
            Some(_) => quote!(|| #krate::__private::OwnedAdapter::new(#value)),
            None => quote!(|| #value),
        })
    }

    /// An expression of a struct, in which skipped fields take their default.
    fn build(
        &self,
        name: &TokenStream,
        fields: &[Field],
        value: impl Fn(&Self, &Field) -> TokenStream,
    ) -> TokenStream {
        let (lets, members): (Vec<_>, Vec<_>) = fields
            .iter()
            .map(|field| {
                let (member, ty) = (&field.member, field.ty);
                let value = if field.written() {
                    value(self, field)
                } else {
                    quote_spanned!(at(&ty)=> <#ty as ::core::default::Default>::default())
                };
                let read = format_ident!("__value{}", field.place);
                (quote!(let #read = #value;), quote!(#member: #read))
            })
            .unzip();
        // What can fail stands before the literal: inside it, each way out drops all fields before it,
        // and the code grows with the square of their number.
        quote!({ #(#lets)* #name { #(#members,)* } })
    }
}

/// What `?` does, in less code.
fn or_return(value: &TokenStream) -> TokenStream {
    quote! {
        match #value {
            ::core::result::Result::Ok(__value) => __value,
            ::core::result::Result::Err(__error) => return ::core::result::Result::Err(__error),
        }
    }
}

/// A value of the type of all columns.
///
/// It has each as a field of its own: the type of one is looked at wherever it is named, and a tuple of all
/// would be as large as they are many.
fn whole_value(columns: impl IntoIterator<Item = TokenStream>) -> TokenStream {
    let columns = columns.into_iter();
    quote!(__Columns(#(#columns,)* ::core::marker::PhantomData))
}

/// Binds all columns, by their fields' names.
fn whole_pattern(fields: &[&Field]) -> TokenStream {
    let bindings = bindings(fields);
    quote!(__Columns(#(#bindings,)* _))
}

/// Binds the parts of a tuple.
fn tuple_pattern(fields: &[&Field]) -> TokenStream {
    let bindings = bindings(fields);
    quote!((#(#bindings,)*))
}

/// Binds the columns of the fields of a variant, as they stand in its tuple.
fn pattern(fields: &[&Field]) -> TokenStream {
    syntax::nested(bindings(fields))
}

/// The names by which the fields are bound.
fn bindings(fields: &[&Field]) -> Vec<TokenStream> {
    let bindings = fields.iter().map(|field| &field.binding);
    bindings.map(|binding| quote!(#binding)).collect()
}
