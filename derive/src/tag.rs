//! The tags of variants (W20): numbers, and what the compiler computes.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Attribute, Error, Expr, ExprLit, ExprUnary, Lit, Meta, Result, Token, UnOp};

use crate::error::Errors;

/// A tag, as code for it.
#[derive(Clone)]
pub enum Tag {
    Number(u32),
    /// The name of a constant, and its value.
    Constant(Ident, TokenStream),
}

impl Tag {
    pub fn number(&self) -> Option<u32> {
        match self {
            Tag::Number(number) => Some(*number),
            Tag::Constant(..) => None,
        }
    }
}

impl ToTokens for Tag {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Tag::Number(number) => number.to_tokens(tokens),
            Tag::Constant(name, _) => name.to_tokens(tokens),
        }
    }
}

/// What stands in `tag = …` or `= …`.
#[derive(Clone)]
pub enum Declared {
    Number(u32),
    Computed(Expr),
}

/// A number, or an expression that is none yet; an error for what can be neither.
pub fn declared(expr: &Expr) -> Result<Declared> {
    let wrong = || Error::new(expr.span(), "a tag is a number from 0 to 4294967295 (W20)");
    match expr {
        // What a macro has put in place of its own.
        Expr::Group(group) => declared(&group.expr),
        Expr::Paren(paren) => declared(&paren.expr),
        Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) => {
            number.base10_parse().map(Declared::Number).map_err(|_| wrong())
        }
        Expr::Lit(ExprLit { lit: Lit::Byte(byte), .. }) => {
            Ok(Declared::Number(byte.value().into()))
        }
        Expr::Lit(_) => Err(wrong()),
        Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr, .. })
            if matches!(**expr, Expr::Lit(_) | Expr::Group(_)) =>
        {
            Err(wrong())
        }
        expr => Ok(Declared::Computed(expr.clone())),
    }
}

/// What discriminants are: the type that `repr` says, or `isize`.
fn discriminant_type(attrs: &[Attribute]) -> Ident {
    const TYPES: &[&str] =
        &["u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize"];
    let reprs = attrs.iter().filter(|attr| attr.path().is_ident("repr")).filter_map(|attr| {
        attr.parse_args_with(syn::punctuated::Punctuated::<Meta, Token![,]>::parse_terminated).ok()
    });
    let names = reprs.flatten().filter_map(|repr| repr.path().get_ident().cloned());
    let mut types = names.filter(|name| TYPES.iter().any(|ty| name == ty));
    types.next().unwrap_or_else(|| Ident::new("isize", Span::call_site()))
}

/// Gives variants their tags, as Rust gives them their discriminants.
pub struct Tags {
    /// Once one variant has a discriminant, those after it count on from there: from what, and how far.
    counted: Option<(Declared, u32)>,
    repr: Ident,
    place: u32,
}

impl Tags {
    pub fn new(attrs: &[Attribute]) -> Self {
        Tags { counted: None, repr: discriminant_type(attrs), place: 0 }
    }

    /// The tag of the next variant, of which so much is declared.
    pub fn next(
        &mut self,
        tag: Option<Declared>,
        discriminant: Option<&Expr>,
        errors: &mut Errors,
    ) -> Tag {
        let place = self.place;
        self.place = place.saturating_add(1);
        match discriminant.map(declared) {
            None => {}
            Some(Ok(discriminant)) => self.counted = Some((discriminant, 0)),
            Some(Err(error)) => {
                self.counted = None;
                if tag.is_none() {
                    errors.at(
                        error.span(),
                        "a tag is a number from 0 to 4294967295 (W20); say it with \
                         `#[onesheet(tag = …)]`",
                    );
                }
            }
        }
        let counted = self.counted.clone();
        self.counted = self.counted.take().map(|(from, n)| (from, n.saturating_add(1)));
        let name = format_ident!("__TAG_{place}");
        match (tag, counted) {
            (Some(Declared::Number(tag)), _) => Tag::Number(tag),
            (Some(Declared::Computed(expr)), _) => Tag::Constant(name, expr.to_token_stream()),
            (None, Some((Declared::Number(from), n))) => Tag::Number(from.saturating_add(n)),
            (None, Some((Declared::Computed(from), n))) => {
                let ty = &self.repr;
                Tag::Constant(
                    name,
                    quote_spanned! {from.span()=> {
                        let __discriminant: #ty = #from;
                        let __tag = (__discriminant as i128).saturating_add(#n as i128);
                        ::core::assert!(
                            0 <= __tag && __tag <= ::core::primitive::u32::MAX as i128,
                            "a tag is a number from 0 to 4294967295 (W20); say it with \
                             `#[onesheet(tag = …)]`"
                        );
                        __tag as u32
                    }},
                )
            }
            (None, None) => Tag::Number(place),
        }
    }
}

/// A variant's name, its tag, and where that comes from.
pub type Tagged<'a> = (&'a Ident, &'a Tag, Span);

/// The constants of tags that are computed, and what must hold of them.
pub fn constants(variants: &[Tagged]) -> TokenStream {
    let constants = variants.iter().filter_map(|(_, tag, _)| match tag {
        Tag::Number(_) => None,
        Tag::Constant(name, value) => Some(quote!(const #name: u32 = #value;)),
    });
    // Numbers alone are sorted.
    let unsorted = variants.iter().any(|(_, tag, _)| tag.number().is_none());
    let ascending = variants.windows(2).filter(|_| unsorted).filter_map(|pair| {
        let [(first, a, _), (second, b, span)] = *pair else { return None };
        let message = format!(
            "the tag of `{second}` is not greater than that of `{first}` before it (W20); where a tag \
             is computed, the variants stand in the order of their tags",
        );
        // As the user's own, so that both derives say the same, which the compiler then says once.
        Some(quote_spanned!(span=> const _: () = ::core::assert!(#a < #b, #message);))
    });
    quote!(#(#constants)* #(#ascending)*)
}
