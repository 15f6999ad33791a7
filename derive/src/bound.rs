//! Generics and where clauses of the impls.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{GenericParam, Generics, Lifetime, Type, parse_quote};

use crate::error::Once;
use crate::model::{Container, Field, Form};
use crate::syntax::unnamed;

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
    in_itself: impl Fn(&Ident, &Mentions) -> syn::WherePredicate,
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
                clause.predicates.push(in_itself(&param.ident, &mentions));
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

/// Finds the fields that are to be read by way of `Identity`.
pub fn mark(container: &mut Container) {
    let by_way: Vec<_> = container.fields().iter().map(|field| by_way(container, field)).collect();
    for (field, by_way) in container.fields_mut().into_iter().zip(by_way) {
        field.by_way = by_way;
    }
}

/// Whether a field is to be read by way of `Identity`: where bounds in the declaration are by a trait of
/// which the derive does not know that it says nothing of reading.
fn by_way(container: &Container, field: &Field) -> bool {
    let mentions = Mentions::of(container, field.ty);
    matches!(field.form, Form::Plain)
        && mentions.parameter
        && !mentions.itself
        && container.attrs.bound_de.is_none()
        && has_foreign_bound(container.generics)
        && !has_twin(container, field)
}

/// Traits that say nothing of reading, and of which nobody calls one of his own the same.
const KNOWN: &[&str] = &[
    "BuildHasher",
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "Display",
    "Eq",
    "Hash",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Send",
    "Serialize",
    "Sized",
    "Sync",
    "ToOwned",
];

/// Whether a bound is by any other trait.
pub fn has_foreign_bound(generics: &Generics) -> bool {
    struct Foreign(bool);

    impl<'ast> Visit<'ast> for Foreign {
        fn visit_trait_bound(&mut self, bound: &'ast syn::TraitBound) {
            let last = bound.path.segments.last().map(|last| last.ident.to_string());
            self.0 |= !last.is_some_and(|last| KNOWN.contains(&last.as_str()));
            visit::visit_trait_bound(self, bound);
        }
    }

    let mut foreign = Foreign(false);
    foreign.visit_generics(generics);
    foreign.0
}

/// Whether a parameter is said to be readable from input of any lifetime.
pub fn is_owned(generics: &Generics, param: &Ident) -> bool {
    let of_param = generics.type_params().filter(|other| other.ident == *param);
    let predicates = generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let of_clause = predicates.filter_map(|predicate| match predicate {
        syn::WherePredicate::Type(predicate) => {
            let bounded = predicate.bounded_ty.to_token_stream().to_string();
            (*param == bounded).then_some(&predicate.bounds)
        }
        _ => None,
    });
    let mut bounds = of_param.map(|param| &param.bounds).chain(of_clause).flatten();
    bounds.any(|bound| match bound {
        syn::TypeParamBound::Trait(bound) => {
            let last = bound.path.segments.last();
            last.is_some_and(|last| {
                ["DeserializeOwned", "Deserialize"].iter().any(|name| last.ident == name)
            })
        }
        _ => false,
    })
}

/// Whether another field's type differs in lifetimes alone.
fn has_twin(container: &Container, field: &Field) -> bool {
    let (ty, unnamed) = (field.ty.to_token_stream().to_string(), unnamed(field.ty));
    let fields = container.written();
    let mut others = fields.iter().filter(|other| self::unnamed(other.ty) == unnamed);
    others.any(|other| other.ty.to_token_stream().to_string() != ty)
}

/// What a field's type mentions.
pub struct Mentions<'a> {
    container: &'a Container<'a>,
    pub parameter: bool,
    pub itself: bool,
    /// Whether a parameter stands elsewhere than in an argument of the type itself.
    pub beside: bool,
}

impl<'a> Mentions<'a> {
    pub fn new(container: &'a Container<'a>) -> Self {
        Mentions { container, parameter: false, itself: false, beside: false }
    }

    pub fn of(container: &'a Container<'a>, ty: &Type) -> Self {
        let mut mentions = Mentions::new(container);
        mentions.visit_type(ty);
        mentions
    }
}

impl<'ast> Visit<'ast> for Mentions<'_> {
    fn visit_path(&mut self, path: &'ast syn::Path) {
        let beside = self.beside;
        let mut itself = false;
        if let Some(first) = path.segments.first() {
            let parameter =
                self.container.generics.type_params().any(|param| param.ident == first.ident);
            itself = first.ident == *self.container.ident || first.ident == "Self";
            self.parameter |= parameter;
            self.beside |= parameter;
            self.itself |= itself;
        }
        visit::visit_path(self, path);
        if itself {
            self.beside = beside;
        }
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
    for field in container.written() {
        // What a marker of the user's makes is its own affair.
        if !field.marked {
            borrows.visit_type(field.ty);
        }
    }
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
