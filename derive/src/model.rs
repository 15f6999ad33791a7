//! A type with its attributes: what the code is written from.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{DeriveInput, Expr, Generics, Ident, Member, Path, Result, Type};

use crate::attr::{self, TypeAttrs};
use crate::error::{Errors, Once, at};
use crate::marker;
use crate::syntax;
use crate::tag::{Tag, Tags};

/// With more fields than this, the code of a field is called, not put in place: the compiler needs the
/// square of a function's length for it.
const WIDE: usize = 64;

/// Most parts of a tuple that can be written and read.
pub const MOST_OF_TUPLE: usize = 16;

/// Where onesheet is, and where that is said.
pub fn path_of_crate(attrs: &TypeAttrs, ident: &Ident) -> (Path, Span) {
    match &attrs.krate {
        Some((_, path)) => (path.clone(), path.span()),
        None => (syn::parse_quote_spanned!(ident.span()=> ::onesheet), ident.span()),
    }
}

/// A struct or an enum.
pub struct Container<'a> {
    pub ident: &'a Ident,
    pub generics: &'a Generics,
    pub attrs: TypeAttrs,
    /// The name that onesheet has in what is written.
    pub krate: Path,
    pub data: Data<'a>,
}

pub enum Data<'a> {
    Struct(Vec<Field<'a>>),
    Enum(Vec<Variant<'a>>),
}

pub struct Variant<'a> {
    pub ident: &'a Ident,
    pub tag: Tag,
    /// Where the tag comes from, for errors.
    pub tag_span: Span,
    pub other: Once<()>,
    pub fields: Vec<Field<'a>>,
}

pub struct Field<'a> {
    pub member: Member,
    pub ty: &'a Type,
    /// The name by which patterns bind it.
    pub binding: Ident,
    /// Its place among the fields of the struct, or of all variants.
    pub place: usize,
    /// Whether its type is checked apart, for which it may mention no parameter but lifetimes.
    pub checked: bool,
    /// Whether it is one of so many that the code of each must stand apart.
    pub wide: bool,
    /// Whether it is read by way of `Identity`: a bound of its parameter's may say already that it can be
    /// read, of any lifetime, and the compiler does not choose between two bounds of one trait.
    pub by_way: bool,
    pub form: Form,
    /// Whether markers of the user's make all of its value.
    pub marked: bool,
    pub bits: Once<u32>,
    pub default: Once<Option<Expr>>,
}

/// How a field is written.
pub enum Form {
    /// As its own type.
    Plain,
    /// As this marker says.
    With(TokenStream),
    /// At its full width, as this marker says.
    Fixed(TokenStream),
    /// Not at all.
    Skip,
}

impl<'a> Container<'a> {
    pub fn new(input: &'a DeriveInput) -> Result<Self> {
        let mut errors = Errors::default();
        let mut attrs = attr::of_type(&input.attrs, &mut errors);
        if let (Some((_, predicates)), Some(own)) =
            (&mut attrs.bound_de, syntax::in_place_of_de(&input.generics))
        {
            let renamed = predicates.iter().map(|predicate| syntax::rename_de(predicate, own));
            *predicates = renamed.collect();
        }
        let krate = syn::parse_quote!(__onesheet);
        let data = match &input.data {
            syn::Data::Struct(data) => Data::Struct(fields(&data.fields, &krate, &mut errors)),
            syn::Data::Enum(data) => Data::Enum(variants(data, &input.attrs, &krate, &mut errors)),
            syn::Data::Union(data) => {
                errors.at(
                    data.union_token.span,
                    "unions are not supported; write an enum, or a struct with a tag",
                );
                Data::Struct(Vec::new())
            }
        };
        let mut container =
            Container { ident: &input.ident, generics: &input.generics, attrs, krate, data };
        let fields = container.fields_mut();
        let wide = fields.len() > WIDE;
        for (place, field) in fields.into_iter().enumerate() {
            field.place = place;
            field.wide = wide;
        }
        errors.finish(container)
    }

    pub fn fields_mut(&mut self) -> Vec<&mut Field<'a>> {
        match &mut self.data {
            Data::Struct(fields) => fields.iter_mut().collect(),
            Data::Enum(variants) => variants.iter_mut().flat_map(|v| &mut v.fields).collect(),
        }
    }

    /// Whether a struct of these fields can lend the numbers that it is written as: not if some are
    /// written in another form, or not at all, and not if it is packed.
    pub fn shows_numbers(&self, fields: &[Field]) -> bool {
        !self.attrs.packed && fields.iter().all(|field| matches!(field.form, Form::Plain))
    }

    /// A reference to a field of `value`: of a packed type, to a copy of it.
    pub fn borrow(&self, value: &TokenStream, field: &Field) -> TokenStream {
        let member = &field.member;
        match self.attrs.packed {
            true => quote_spanned!(at(&field.ty)=> &{ #value.#member }),
            false => quote!(&#value.#member),
        }
    }

    pub fn extensible(&self) -> bool {
        self.attrs.extensible.is_some()
    }

    pub fn rows(&self) -> bool {
        self.attrs.rows.is_some()
    }

    /// The fields of the struct, or of all variants.
    pub fn fields(&self) -> Vec<&Field<'a>> {
        match &self.data {
            Data::Struct(fields) => fields.iter().collect(),
            Data::Enum(variants) => variants.iter().flat_map(|v| &v.fields).collect(),
        }
    }

    /// Those of them that are on the wire.
    pub fn written(&self) -> Vec<&Field<'a>> {
        self.fields().into_iter().filter(|field| field.written()).collect()
    }

    /// The name of the type, without `r#`.
    pub fn name(&self) -> String {
        self.ident.unraw().to_string()
    }
}

impl<'a> Variant<'a> {
    /// The fields that are on the wire.
    pub fn written(&self) -> Vec<&Field<'a>> {
        self.fields.iter().filter(|field| field.written()).collect()
    }

    pub fn name(&self) -> String {
        self.ident.unraw().to_string()
    }

    /// A pattern that binds all fields on the wire.
    pub fn pattern(&self) -> TokenStream {
        let ident = self.ident;
        let bindings = self.written().into_iter().map(|field| {
            let (member, binding) = (&field.member, &field.binding);
            quote!(#member: #binding)
        });
        quote!(Self::#ident { #(#bindings,)* .. })
    }
}

impl Field<'_> {
    pub fn written(&self) -> bool {
        !matches!(self.form, Form::Skip)
    }

    pub fn name(&self) -> String {
        match &self.member {
            Member::Named(ident) => ident.unraw().to_string(),
            Member::Unnamed(index) => index.index.to_string(),
        }
    }

    /// Whether its code is called.
    pub fn apart(&self) -> bool {
        self.wide && matches!(self.form, Form::Plain)
    }

    /// What says how the field is encoded: its type, or its marker, with the trait of each.
    pub fn encoded(&self, krate: &Path) -> (TokenStream, TokenStream) {
        let ty = self.ty;
        match self.marker(krate) {
            None => (self.if_checked(krate, quote!(#ty)), quote!(#krate::Serialize)),
            Some(marker) => (marker, quote!(#krate::__private::SerializeAs<#ty>)),
        }
    }

    /// A constant of it.
    pub fn encoded_const(&self, krate: &Path, name: &str) -> TokenStream {
        let ((says, of), name) = (self.encoded(krate), format_ident!("{name}"));
        quote_spanned!(at(&self.ty)=> <#says as #of>::#name)
    }

    /// The type that is decoded: the field's, or a wrapper around it.
    pub fn decoded(&self, krate: &Path) -> TokenStream {
        let ty = self.ty;
        match self.read_by(krate) {
            None => self.if_checked(krate, quote!(#ty)),
            Some(marker) => quote!(#krate::__private::OwnedAdapter<#marker, #ty>),
        }
    }

    /// The marker that says how the field is written.
    pub fn marker(&self, krate: &Path) -> Option<TokenStream> {
        match &self.form {
            Form::With(marker) | Form::Fixed(marker) => {
                Some(self.if_checked(krate, marker.clone()))
            }
            Form::Plain | Form::Skip => None,
        }
    }

    /// The marker by way of which it is read.
    pub fn read_by(&self, krate: &Path) -> Option<TokenStream> {
        let same = self.by_way.then(|| quote!(#krate::__private::Identity));
        same.or_else(|| self.marker(krate))
    }

    /// What says that it can be read.
    pub fn can_be_read(&self, krate: &Path, lifetime: &syn::Lifetime) -> TokenStream {
        let (ty, decoded) = (self.ty, self.decoded(krate));
        match self.by_way {
            true => quote! {
                #krate::__private::Identity: #krate::__private::DeserializeAs<#lifetime, #ty>
            },
            false => quote!(#decoded: #krate::Deserialize<#lifetime>),
        }
    }

    fn if_checked(&self, krate: &Path, ty: TokenStream) -> TokenStream {
        if !self.checked {
            return ty;
        }
        quote!(<__Checked as #krate::__private::field::FieldType<#ty>>::Type)
    }

    /// The field's value out of one of type `decoded`.
    pub fn unwrap(&self, value: TokenStream) -> TokenStream {
        match self.form {
            Form::Plain | Form::Skip if !self.by_way => value,
            _ => quote!((#value).0),
        }
    }

    /// The value that a missing field takes, if one is declared.
    pub fn default_value(&self) -> Option<TokenStream> {
        let (span, expr) = self.default.as_ref()?;
        let ty = self.ty;
        // A macro's `$default:expr` stands in a group of its own.
        let mut expr = expr.as_ref();
        while let Some(Expr::Group(group)) = expr {
            expr = Some(&group.expr);
        }
        Some(match expr {
            None => {
                quote_spanned!(Span::call_site().located_at(*span)=> <#ty as ::core::default::Default>::default())
            }
            Some(Expr::Path(path)) if names_function(&path.path) => {
                quote_spanned!(at(&path)=> ::core::convert::identity::<#ty>(#path()))
            }
            Some(Expr::Lit(lit)) if matches!(lit.lit, syn::Lit::Str(_)) => {
                quote_spanned!(at(&lit)=> <#ty as ::core::convert::From<_>>::from(#lit))
            }
            Some(expr) => {
                quote_spanned!(at(&expr)=> ::core::convert::identity::<#ty>(#expr))
            }
        })
    }
}

/// Whether the last part of a path is written as functions are, not as constants and variants.
fn names_function(path: &Path) -> bool {
    let last = path.segments.last().map(|segment| segment.ident.unraw().to_string());
    last.is_some_and(|name| name.starts_with(|c: char| c.is_lowercase() || c == '_'))
}

fn fields<'a>(fields: &'a syn::Fields, krate: &Path, errors: &mut Errors) -> Vec<Field<'a>> {
    let field = |(place, (member, field)): (usize, (Member, &'a syn::Field))| {
        let attrs = attr::of_field(&field.attrs, errors);
        let form = match (&attrs.skip, &attrs.with, &attrs.fixed, &attrs.borrow) {
            (None, None, None, None) => Form::Plain,
            (Some(_), None, None, None) => Form::Skip,
            (None, Some((_, with)), None, None) => Form::With(marker::with(with, krate)),
            (None, None, Some((span, ())), None) => Form::Fixed(marker::fixed(*span, krate)),
            (None, None, None, Some((span, ()))) => match marker::borrow(&field.ty, krate) {
                Some(marker) => Form::With(marker),
                None => {
                    errors.at(
                        *span,
                        "`borrow` is for a `Cow`, alone or in an Option, a Vec, a map, an array or \
                         a tuple; what else borrows is a type that does: `&str`, `&[u8]`, `Seq<T>`",
                    );
                    Form::Plain
                }
            },
            (skip, with, fixed, borrow) => {
                let spans = [
                    skip.as_ref().map(|s| s.0),
                    with.as_ref().map(|s| s.0),
                    borrow.as_ref().map(|s| s.0),
                    fixed.as_ref().map(|s| s.0),
                ];
                let span = spans.into_iter().flatten().next_back();
                errors.at(
                    span.unwrap_or_else(|| field.span()),
                    "only one of `borrow`, `fixed`, `skip` and `with` can be on a field; remove \
                     the others",
                );
                Form::Plain
            }
        };
        if let (Form::Skip, Some((span, _))) = (&form, &attrs.default) {
            errors.at(*span, "a skipped field is always `Default::default()`; remove `default`");
        }
        let marked = attrs.with.as_ref().is_some_and(|(_, marker)| !syntax::infers(marker));
        let binding = format_ident!("__field{place}");
        Field {
            member,
            ty: &field.ty,
            binding,
            place,
            checked: false,
            wide: false,
            by_way: false,
            form,
            marked,
            bits: attrs.bits,
            default: attrs.default,
        }
    };
    fields.members().zip(fields).enumerate().map(field).collect()
}

fn variants<'a>(
    data: &'a syn::DataEnum,
    attrs: &[syn::Attribute],
    krate: &Path,
    errors: &mut Errors,
) -> Vec<Variant<'a>> {
    let mut tags = Tags::new(attrs);
    let mut variants = Vec::new();
    for variant in &data.variants {
        let attrs = attr::of_variant(&variant.attrs, errors);
        let tag_span = attrs.tag.as_ref().map_or(variant.ident.span(), |(span, _)| *span);
        let discriminant = variant.discriminant.as_ref().map(|(_, expr)| expr);
        variants.push(Variant {
            ident: &variant.ident,
            tag: tags.next(attrs.tag.map(|(_, tag)| tag), discriminant, errors),
            tag_span,
            other: attrs.other,
            fields: fields(&variant.fields, krate, errors),
        });
    }
    // In the order of their tags. Where some are computed, it is the order in which they stand, as
    // `tag::constants` checks.
    if variants.iter().all(|variant| variant.tag.number().is_some()) {
        variants.sort_by_key(|variant| variant.tag.number());
    }
    variants
}
