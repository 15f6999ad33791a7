//! `impl Key`: the order of the format, for types that can be keys.

use std::collections::HashMap;

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};
use syn::{
    GenericArgument, Index, PathArguments, Type, TypeArray, TypeGroup, TypeParen, TypeReference,
    TypeSlice, TypeTuple,
};

use crate::bound::Mentions;
use crate::model::{Container, Data, Field, Form};
use crate::ser;

/// Whether a type can be a key: not one that is extensible, nor one with a field that is skipped or written as
/// another type.
pub fn is_possible(container: &Container) -> bool {
    let fixed = |field: &Field| match &field.form {
        Form::Plain | Form::Fixed(_) => true,
        Form::With(_) | Form::Skip => false,
    };
    !container.extensible() && container.fields().into_iter().all(fixed)
}

/// The impl, or nothing for a type that cannot be a key.
pub fn expand(container: &Container) -> TokenStream {
    if !is_possible(container) {
        return TokenStream::new();
    }
    let krate = &container.krate;
    let ident = container.ident;
    let key = quote!(#krate::ser::Key);
    // A bound that mentions a lifetime parameter is not checked where it is declared, but where the
    // type is used as a key. That a type holds a float is no error until then.
    let mut parts = Parts { container, bounds: Vec::new(), types: HashMap::new() };
    let order = match &container.data {
        Data::Struct(fields) => {
            let orders: Vec<_> = fields
                .iter()
                .map(|field| {
                    let of = |value| container.borrow(&value, field);
                    parts.order(field.ty, of(quote!(self)), of(quote!(__other)))
                })
                .collect();
            chain(orders)
        }
        // There are no two values.
        Data::Enum(variants) if variants.is_empty() => quote!(match *self {}),
        Data::Enum(variants) => {
            let arms: Vec<_> = variants
                .iter()
                .filter(|variant| !variant.fields.is_empty())
                .map(|variant| {
                    let name = variant.ident;
                    let (mut left, mut right, mut orders) = (Vec::new(), Vec::new(), Vec::new());
                    for field in &variant.fields {
                        let (member, a) = (&field.member, &field.binding);
                        let b = format_ident!("{a}_other");
                        left.push(quote!(#member: #a));
                        right.push(quote!(#member: #b));
                        orders.push(parts.order(field.ty, quote!(#a), quote!(#b)));
                    }
                    let order = chain(orders);
                    quote! {
                        Self::#name { #(#left,)* } => {
                            if let Self::#name { #(#right,)* } = __other {
                                return #order;
                            }
                        }
                    }
                })
                .collect();
            let tags: Vec<_> = ser::tags(variants).collect();
            // A match on both at once would cost the compiler the square of the variants.
            quote! {
                match self {
                    #(#arms)*
                    _ => {}
                }
                let __tag = |__value: &Self| -> u32 { match __value { #(#tags)* } };
                ::core::cmp::Ord::cmp(&__tag(self), &__tag(__other))
            }
        }
    };
    let bounds = match &container.attrs.bound_key {
        Some((_, said)) => said.iter().map(ToTokens::to_token_stream).collect(),
        None => parts.bounds,
    };
    let (_, types, clause) = container.generics.split_for_impl();
    let mut generics = container.generics.clone();
    generics.params.insert(0, syn::parse_quote!('__key));
    let (params, _, _) = generics.split_for_impl();
    let clause = match clause {
        Some(clause) if !clause.predicates.is_empty() => {
            let predicates = clause.predicates.iter();
            quote!(where #(#predicates,)* #(#bounds,)*)
        }
        _ => quote!(where #(#bounds,)*),
    };
    quote! {
        impl #params #key for #ident #types #clause {
            #[inline]
            fn order(&self, __other: &Self) -> ::core::cmp::Ordering {
                #order
            }
        }
    }
}

/// Part by part: the function, or the closure, returns the first order that decides.
fn chain(parts: Vec<TokenStream>) -> TokenStream {
    let equal = quote!(::core::cmp::Ordering::Equal);
    quote! {{
        #(match #parts {
            #equal => {}
            __order => return __order,
        })*
        #equal
    }}
}

/// The parts of a key.
struct Parts<'a> {
    container: &'a Container<'a>,
    bounds: Vec<TokenStream>,
    /// The place of the bound on each type, by the type's text.
    types: HashMap<String, usize>,
}

impl Parts<'_> {
    /// The order of two values of a type, given references to them.
    ///
    /// A part that holds the type itself cannot be asked whether it is a key, for that is what its
    /// impl says; it is looked into, and the bounds are on what else there is.
    fn order(&mut self, ty: &Type, a: TokenStream, b: TokenStream) -> TokenStream {
        let krate = &self.container.krate;
        let private = quote!(#krate::__private);
        // What the user says of the impl is all that its parts are asked.
        if self.container.attrs.bound_key.is_some() {
            return quote!(<#ty as #krate::ser::Key>::order(#a, #b));
        }
        if !Mentions::of(self.container, ty).itself {
            return self.bound(ty, &a, &b);
        }
        match ty {
            Type::Group(TypeGroup { elem, .. }) | Type::Paren(TypeParen { elem, .. }) => {
                self.order(elem, a, b)
            }
            Type::Reference(TypeReference { elem, .. }) => {
                self.order(elem, quote!(*#a), quote!(*#b))
            }
            Type::Array(TypeArray { elem, .. }) | Type::Slice(TypeSlice { elem, .. }) => {
                let order = self.order(elem, quote!(*__a), quote!(*__b));
                quote!(#private::by_parts(#a, #b, |__a, __b| #order))
            }
            Type::Tuple(TypeTuple { elems, .. }) => {
                let order = |(place, part)| {
                    let place = Index::from(place);
                    self.order(part, quote!(&(#a).#place), quote!(&(#b).#place))
                };
                let orders = elems.iter().enumerate().map(order).collect();
                chain(orders)
            }
            Type::Path(path) => {
                let (name, arguments) = name_and_arguments(&path.path);
                match (name.as_str(), arguments.as_slice()) {
                    ("Box" | "Rc" | "Arc", [inner]) => {
                        self.order(inner, quote!(&**#a), quote!(&**#b))
                    }
                    ("Option", [inner]) => {
                        let order = self.order(inner, quote!(__a), quote!(__b));
                        quote!(#private::by_value(#a, #b, |__a, __b| #order))
                    }
                    ("Vec" | "VecDeque" | "LinkedList", [item]) => {
                        let order = self.order(item, quote!(*__a), quote!(*__b));
                        quote!(#private::by_parts(#a, #b, |__a, __b| #order))
                    }
                    ("BTreeSet", [item]) => {
                        let order = self.order(item, quote!(*__a), quote!(*__b));
                        quote!(#private::by_ascending_parts(#a, #b, |__a, __b| #order))
                    }
                    ("BTreeMap", [key, value]) => {
                        let order = chain(vec![
                            self.order(key, quote!(__a.0), quote!(__b.0)),
                            self.order(value, quote!(__a.1), quote!(__b.1)),
                        ]);
                        quote!(#private::by_ascending_parts(#a, #b, |__a, __b| #order))
                    }
                    (name, _) if name == "Self" || self.container.ident == name => {
                        quote!(<#ty as #krate::ser::Key>::order(#a, #b))
                    }
                    _ => self.bound(ty, &a, &b),
                }
            }
            _ => self.bound(ty, &a, &b),
        }
    }

    /// The order of a type that is asked whether it is a key.
    fn bound(&mut self, ty: &Type, a: &TokenStream, b: &TokenStream) -> TokenStream {
        let krate = &self.container.krate;
        // One bound for each type: the compiler looks through all of them for each part.
        let types = self.types.len();
        let place = *self.types.entry(quote!(#ty).to_string()).or_insert(types);
        let bound = quote!(#krate::__private::KeyIn<'__key, #place>);
        if place == types {
            self.bounds.push(quote!(#ty: #bound));
        }
        quote!(<#ty as #bound>::order_in(#a, #b))
    }
}

/// The last part of a path, and the types in its angle brackets.
fn name_and_arguments(path: &syn::Path) -> (String, Vec<&Type>) {
    let Some(last) = path.segments.last() else { return Default::default() };
    let types = match &last.arguments {
        PathArguments::AngleBracketed(arguments) => {
            let types = arguments.args.iter().filter_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            });
            types.collect()
        }
        _ => Vec::new(),
    };
    (last.ident.to_string(), types)
}
