//! A type with its attributes: what the code is written from.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{DeriveInput, Expr, Generics, Ident, Member, Path, Result, Type};

use crate::attr::{self, Errors, Once, TypeAttrs};
use crate::checked;
use crate::marker;

/// A struct or an enum.
pub struct Container<'a> {
    pub ident: &'a Ident,
    pub generics: &'a Generics,
    pub attrs: TypeAttrs,
    pub krate: Path,
    pub data: Data<'a>,
}

pub enum Data<'a> {
    Struct(Vec<Field<'a>>),
    Enum(Vec<Variant<'a>>),
}

pub struct Variant<'a> {
    pub ident: &'a Ident,
    pub tag: u32,
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
    pub form: Form,
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
        let attrs = attr::of_type(&input.attrs, &mut errors);
        let krate = match &attrs.krate {
            Some((_, path)) => path.clone(),
            None => syn::parse_quote!(::onesheet),
        };
        let mut data = match &input.data {
            syn::Data::Struct(data) => Data::Struct(fields(&data.fields, &krate, &mut errors)),
            syn::Data::Enum(data) => Data::Enum(variants(data, &krate, &mut errors)),
            syn::Data::Union(data) => {
                errors.at(
                    data.union_token.span,
                    "a union has no place in the format; write an enum, or a struct with a tag",
                );
                Data::Struct(Vec::new())
            }
        };
        let fields: Vec<_> = match &mut data {
            Data::Struct(fields) => fields.iter_mut().collect(),
            Data::Enum(variants) => variants.iter_mut().flat_map(|v| &mut v.fields).collect(),
        };
        for (place, field) in fields.into_iter().enumerate() {
            field.place = place;
            field.checked = checked::can_be(field, &input.generics);
        }
        errors.finish(Container {
            ident: &input.ident,
            generics: &input.generics,
            attrs,
            krate,
            data,
        })
    }

    /// Whether a struct of these fields can lend the numbers that it is written as: not if some are
    /// written in another form, or not at all, and not if it is packed.
    pub fn shows_numbers(&self, fields: &[Field]) -> bool {
        !self.attrs.packed && fields.iter().all(|field| matches!(field.form, Form::Plain))
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
        match self.marker(krate) {
            None => self.if_checked(krate, quote!(#ty)),
            Some(marker) => quote!(#krate::__private::Via<#marker, #ty>),
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

    fn if_checked(&self, krate: &Path, ty: TokenStream) -> TokenStream {
        if !self.checked {
            return ty;
        }
        quote!(<__Checked as #krate::__private::field::If<#ty>>::Type)
    }

    /// The field's value out of one of type `decoded`.
    pub fn unwrap(&self, value: TokenStream) -> TokenStream {
        match self.form {
            Form::Plain | Form::Skip => value,
            Form::With(_) | Form::Fixed(_) => quote!((#value).0),
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

/// Where errors point to; names in the code resolve as the derive's own, also where the type was
/// written by a macro.
pub fn at(tokens: &impl Spanned) -> Span {
    Span::call_site().located_at(tokens.span())
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
        let binding = format_ident!("__field{place}");
        Field {
            member,
            ty: &field.ty,
            binding,
            place,
            checked: false,
            form,
            bits: attrs.bits,
            default: attrs.default,
        }
    };
    fields.members().zip(fields).enumerate().map(field).collect()
}

fn variants<'a>(data: &'a syn::DataEnum, krate: &Path, errors: &mut Errors) -> Vec<Variant<'a>> {
    // Once one variant has a discriminant, those after it count on from there, as in Rust.
    let mut counted = None;
    let mut variants = Vec::new();
    for (place, variant) in data.variants.iter().enumerate() {
        let attrs = attr::of_variant(&variant.attrs, errors);
        let mut tag = u32::try_from(place).unwrap_or(u32::MAX);
        if let Some((_, expr)) = &variant.discriminant {
            counted = attr::discriminant(expr);
            if counted.is_none() && attrs.tag.is_none() {
                errors.at(
                    expr.span(),
                    "a tag is a number from 0 to 4294967295 (W20); say it with \
                     `#[onesheet(tag = …)]`",
                );
            }
        }
        tag = counted.unwrap_or(tag);
        counted = counted.map(|tag| tag.saturating_add(1));
        let mut tag_span = variant.ident.span();
        if let Some((span, declared)) = attrs.tag {
            (tag, tag_span) = (declared, span);
        }
        variants.push(Variant {
            ident: &variant.ident,
            tag,
            tag_span,
            other: attrs.other,
            fields: fields(&variant.fields, krate, errors),
        });
    }
    variants.sort_by_key(|variant| variant.tag);
    variants
}
