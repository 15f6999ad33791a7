//! Generics and where clauses of the impls.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::visit::{self, Visit};
use syn::{GenericParam, Generics, Lifetime, Type, parse_quote};

use crate::attr::Once;
use crate::model::{Container, Field};

/// The where clause of an impl: what the user says if anything, else a predicate for each field
/// the type of which mentions a type parameter.
///
/// A field that mentions the type itself cannot be asked for the trait that is being implemented;
/// then each type parameter is. So too where types differ in lifetimes alone, which the compiler
/// does not look at when it looks for a bound.
pub fn with_bounds(
    container: &Container,
    said: &Once<syn::punctuated::Punctuated<syn::WherePredicate, syn::Token![,]>>,
    predicate: impl Fn(&Field) -> TokenStream,
    bound: &TokenStream,
) -> Generics {
    let mut generics = container.generics.clone();
    let clause = generics.make_where_clause();
    if let Some((_, predicates)) = said {
        clause.predicates.extend(predicates.iter().cloned());
        return generics;
    }
    for field in container.written() {
        let mut mentions = Mentions::new(container);
        mentions.visit_type(field.ty);
        if mentions.itself || mentions.parameter && has_twin(container, field) {
            for param in container.generics.type_params() {
                let ident = &param.ident;
                clause.predicates.push(parse_quote!(#ident: #bound));
            }
        } else if mentions.parameter {
            let predicate = predicate(field);
            clause.predicates.push(parse_quote!(#predicate));
        }
    }
    generics
}

/// Adds, unless the user says the bounds, that fields which take `Default::default()` have it.
pub fn with_defaults(container: &Container, mut generics: Generics) -> Generics {
    if container.attrs.bound_de.is_none() {
        for field in container.fields() {
            let mentions = Mentions::of(container, field.ty);
            let default = !field.written() || matches!(field.default, Some((_, None)));
            if default && mentions.parameter && !mentions.itself {
                let ty = field.ty;
                let clause = generics.make_where_clause();
                clause.predicates.push(parse_quote!(#ty: ::core::default::Default));
            }
        }
    }
    generics
}

/// Whether another field's type differs in lifetimes alone.
fn has_twin(container: &Container, field: &Field) -> bool {
    let (ty, unnamed) = (field.ty.to_token_stream().to_string(), unnamed(field.ty));
    let fields = container.written();
    let mut others = fields.iter().filter(|other| self::unnamed(other.ty) == unnamed);
    others.any(|other| other.ty.to_token_stream().to_string() != ty)
}

/// A type's text without the names of lifetimes: equal for types that the compiler cannot tell apart
/// in bounds.
pub fn unnamed(ty: &Type) -> String {
    without_lifetimes(ty.to_token_stream()).to_string()
}

/// A type with lifetimes that the compiler finds by itself.
pub fn without_lifetimes(tokens: TokenStream) -> TokenStream {
    let mut quoted = false;
    let token = |token: TokenTree| {
        let named = quoted;
        quoted = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '\'');
        match token {
            TokenTree::Ident(name) if named => Ident::new("_", name.span()).into(),
            TokenTree::Group(group) => {
                let mut inner = Group::new(group.delimiter(), without_lifetimes(group.stream()));
                inner.set_span(group.span());
                inner.into()
            }
            token => token,
        }
    };
    tokens.into_iter().map(token).collect()
}

/// What a field's type mentions.
pub struct Mentions<'a> {
    container: &'a Container<'a>,
    pub parameter: bool,
    pub itself: bool,
}

impl<'a> Mentions<'a> {
    pub fn new(container: &'a Container<'a>) -> Self {
        Mentions { container, parameter: false, itself: false }
    }

    pub fn of(container: &'a Container<'a>, ty: &Type) -> Self {
        let mut mentions = Mentions::new(container);
        mentions.visit_type(ty);
        mentions
    }
}

impl<'ast> Visit<'ast> for Mentions<'_> {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        if let Some(first) = path.segments.first() {
            self.parameter |=
                self.container.generics.type_params().any(|param| param.ident == first.ident);
            self.itself |= first.ident == *self.container.ident || first.ident == "Self";
        }
        visit::visit_path(self, path);
    }
}

/// The lifetime of the input: the type's own if it has one, else a new one.
pub struct Input {
    pub lifetime: Lifetime,
    pub generics: Generics,
}

/// Adds the lifetime of the input to the generics of an impl.
///
/// Where a type has several lifetimes, what is decoded has the input's for all of them: a part whose
/// impl is written here has no other.
pub fn with_input(container: &Container, mut generics: Generics) -> Input {
    let own: Vec<Lifetime> = generics.lifetimes().map(|param| param.lifetime.clone()).collect();
    let lifetime = match own.first() {
        Some(first) => first.clone(),
        None => {
            let lifetime: Lifetime = parse_quote!('de);
            generics.params.insert(0, GenericParam::Lifetime(parse_quote!(#lifetime)));
            lifetime
        }
    };
    let predicates = &mut generics.make_where_clause().predicates;
    for other in own.iter().skip(1) {
        predicates.push(parse_quote!(#lifetime: #other));
        predicates.push(parse_quote!(#other: #lifetime));
    }
    let mut borrows = BorrowsForever(false);
    container.written().iter().for_each(|field| borrows.visit_type(field.ty));
    if borrows.0 {
        predicates.push(parse_quote!(#lifetime: 'static));
    }
    Input { lifetime, generics }
}

/// Whether a part borrows for `'static`: then the input is static too.
struct BorrowsForever(bool);

impl<'ast> Visit<'ast> for BorrowsForever {
    fn visit_lifetime(&mut self, lifetime: &'ast Lifetime) {
        self.0 |= lifetime.ident == "static";
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let last = path.segments.last().map(|part| part.ident.to_string());
        match last.as_deref() {
            // Nothing of it is read.
            Some("PhantomData") => {}
            // What is read is owned.
            Some("Cow") => {
                let mut arguments = Arguments(Vec::new());
                arguments.visit_path(path);
                arguments.0.into_iter().for_each(|ty| self.visit_type(ty));
            }
            _ => visit::visit_path(self, path),
        }
    }
}

/// The types that a path has as arguments.
struct Arguments<'ast>(Vec<&'ast Type>);

impl<'ast> Visit<'ast> for Arguments<'ast> {
    fn visit_type(&mut self, ty: &'ast Type) {
        self.0.push(ty);
    }
}

/// The same, with a type's name in place of `Self`, to stand where `Self` is another type.
pub fn without_self(tokens: TokenStream, name: &TokenStream) -> TokenStream {
    tokens
        .into_iter()
        .flat_map(|token| match token {
            TokenTree::Ident(ident) if ident == "Self" => name.clone(),
            TokenTree::Group(group) => {
                let inner = without_self(group.stream(), name);
                let mut named = Group::new(group.delimiter(), inner);
                named.set_span(group.span());
                TokenTree::Group(named).into()
            }
            other => other.into(),
        })
        .collect()
}

/// Most parts of a tuple that is written for the columns of a type; std has its traits for twelve.
const PARTS: usize = 8;

/// The parts in each group of `n` items, so that tuples in tuples stay few, for the compiler bounds
/// their depth.
fn group(n: usize) -> usize {
    let mut size = 1;
    while size * PARTS < n {
        size *= PARTS;
    }
    size
}

/// A tuple of types, patterns or expressions; of tuples where there are many.
pub fn nested(items: impl IntoIterator<Item = TokenStream>) -> TokenStream {
    let items: Vec<_> = items.into_iter().collect();
    let size = group(items.len());
    if size == 1 {
        return quote!((#(#items,)*));
    }
    let groups = items.chunks(size).map(|items| nested(items.iter().cloned()));
    quote!((#(#groups,)*))
}

/// The way to the item at `index` of a [`nested`] tuple of `n`: `.0.3`.
pub fn place(n: usize, index: usize) -> TokenStream {
    let size = group(n);
    let outer = syn::Index::from(index / size);
    if size == 1 {
        return quote!(.#outer);
    }
    let in_group = size.min(n - index / size * size);
    let inner = place(in_group, index % size);
    quote!(.#outer #inner)
}
