//! `#[onesheet(…)]` on a type, a variant or a field.

use crate::elided;
use crate::error::{Errors, Once};
use crate::tag::{self, Declared};
use syn::meta::ParseNestedMeta;
use syn::parse::Parse;
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Error, Expr, LitInt, LitStr, Meta, Path, Result, Token, Type, WherePredicate,
};

type Predicates = Punctuated<WherePredicate, Token![,]>;

/// How the fields of a struct share a number.
#[derive(Clone, Copy, Default)]
pub struct Layout {
    /// Of an enum: its bits.
    pub width: Option<u32>,
    /// Whether the first field has the lowest bits, not the highest.
    pub lowest_field_first: bool,
    /// Whether the lowest byte is first, not the highest.
    pub lowest_byte_first: bool,
}

/// On a type.
#[derive(Default)]
pub struct TypeAttrs {
    pub extensible: Once<()>,
    pub rows: Once<()>,
    pub fallible: Once<()>,
    pub from: Once<Type>,
    pub try_from: Once<Type>,
    pub into: Once<Type>,
    pub bits: Once<Layout>,
    pub krate: Once<Path>,
    pub bound_ser: Once<Predicates>,
    pub bound_de: Once<Predicates>,
    pub bound_key: Once<Predicates>,
    pub packed: bool,
}

/// On a variant.
#[derive(Default)]
pub struct VariantAttrs {
    pub tag: Once<Declared>,
    pub other: Once<()>,
}

/// On a field.
#[derive(Default)]
pub struct FieldAttrs {
    pub bits: Once<u32>,
    pub borrow: Once<()>,
    pub default: Once<Option<Expr>>,
    pub fixed: Once<()>,
    pub skip: Once<()>,
    pub with: Once<Type>,
}

const TYPE: &str =
    "`extensible`, `rows`, `fallible`, `from`, `try_from`, `into`, `bits`, `bound`, `crate`";
const VARIANT: &str = "`tag`, `other`";
const FIELD: &str = "`bits`, `borrow`, `default`, `fixed`, `skip`, `with`";

pub fn of_type(attrs: &[Attribute], errors: &mut Errors) -> TypeAttrs {
    let mut found = TypeAttrs::default();
    each(
        attrs,
        errors,
        |name, meta| {
            match name {
                "extensible" => once(&mut found.extensible, meta, flag)?,
                "rows" => once(&mut found.rows, meta, flag)?,
                "fallible" => once(&mut found.fallible, meta, flag)?,
                "from" => once(&mut found.from, meta, |meta| path_or_text(meta, "from = Type"))?,
                "try_from" => {
                    once(&mut found.try_from, meta, |meta| path_or_text(meta, "try_from = Type"))?;
                }
                "into" => once(&mut found.into, meta, |meta| path_or_text(meta, "into = Type"))?,
                "bits" => once(&mut found.bits, meta, layout)?,
                "crate" => once(&mut found.krate, meta, |meta| path_or_text(meta, "crate = path"))?,
                "bound" => bound(&mut found, meta)?,
                _ => return Ok(false),
            }
            Ok(true)
        },
        "a type",
        TYPE,
    );
    found.packed = packed(attrs);
    found
}

/// Whether the type is `#[repr(packed)]`, and there are no references to its fields.
fn packed(attrs: &[Attribute]) -> bool {
    attrs.iter().filter(|attr| attr.path().is_ident("repr")).any(|attr| {
        attr.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)
            .is_ok_and(|reprs| reprs.iter().any(|repr| repr.path().is_ident("packed")))
    })
}

pub fn of_variant(attrs: &[Attribute], errors: &mut Errors) -> VariantAttrs {
    let mut found = VariantAttrs::default();
    each(
        attrs,
        errors,
        |name, meta| {
            match name {
                "tag" => once(&mut found.tag, meta, |meta| {
                    let value = value(meta, "tag = 3")?;
                    tag::declared(&value.parse()?)
                })?,
                "other" => once(&mut found.other, meta, flag)?,
                _ => return Ok(false),
            }
            Ok(true)
        },
        "a variant",
        VARIANT,
    );
    found
}

pub fn of_field(attrs: &[Attribute], errors: &mut Errors) -> FieldAttrs {
    let mut found = FieldAttrs::default();
    each(
        attrs,
        errors,
        |name, meta| {
            match name {
                "default" => once(&mut found.default, meta, |meta| {
                    if meta.input.peek(Token![=]) {
                        Ok(Some(meta.value()?.parse()?))
                    } else {
                        Ok(None)
                    }
                })?,
                "bits" => once(&mut found.bits, meta, bits)?,
                "borrow" => once(&mut found.borrow, meta, flag)?,
                "fixed" => once(&mut found.fixed, meta, flag)?,
                "skip" => once(&mut found.skip, meta, flag)?,
                "with" => once(&mut found.with, meta, |meta| path_or_text(meta, "with = Marker"))?,
                _ => return Ok(false),
            }
            Ok(true)
        },
        "a field",
        FIELD,
    );
    found
}

/// Calls `f` with each attribute's name; `f` says whether it belongs there.
fn each(
    attrs: &[Attribute],
    errors: &mut Errors,
    mut f: impl FnMut(&str, &ParseNestedMeta) -> Result<bool>,
    place: &str,
    known: &str,
) {
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("onesheet")) {
        let parsed = attr.parse_nested_meta(|meta| {
            let name = match meta.path.get_ident() {
                Some(name) => name.to_string(),
                None => quote::ToTokens::to_token_stream(&meta.path).to_string(),
            };
            match f(&name, &meta) {
                Ok(true) => {}
                Ok(false) => {
                    errors.add(meta.error(stranger(&name, place, known)));
                    ignore(&meta)?;
                }
                Err(error) => {
                    errors.add(error);
                    ignore(&meta)?;
                }
            }
            Ok(())
        });
        if let Err(error) = parsed {
            errors.add(error);
        }
    }
}

fn stranger(name: &str, place: &str, known: &str) -> String {
    let elsewhere = [(TYPE, "a type"), (VARIANT, "a variant"), (FIELD, "a field")]
        .into_iter()
        .find(|(names, _)| names.contains(&format!("`{name}`")));
    match elsewhere {
        Some((_, owner)) => {
            format!("`{name}` belongs on {owner}, not on {place}; here go {known}")
        }
        None if SERDE.contains(&name) => format!(
            "no onesheet attribute is called `{name}`; the guide `onesheet::guide::serde_json` has \
             what serde's attributes become"
        ),
        None => format!("no onesheet attribute is called `{name}`; on {place} go {known}"),
    }
}

/// Attributes of serde's that some take along.
const SERDE: &[&str] = &[
    "alias",
    "content",
    "deny_unknown_fields",
    "deserialize_with",
    "expecting",
    "flatten",
    "getter",
    "remote",
    "rename",
    "rename_all",
    "serialize_with",
    "skip_deserializing",
    "skip_serializing",
    "skip_serializing_if",
    "transparent",
    "untagged",
];

/// Passes over what is left of an attribute, so that those after it are still looked at.
fn ignore(meta: &ParseNestedMeta) -> Result<()> {
    while !meta.input.is_empty() && !meta.input.peek(Token![,]) {
        meta.input.parse::<proc_macro2::TokenTree>()?;
    }
    Ok(())
}

fn once<T>(
    slot: &mut Once<T>,
    meta: &ParseNestedMeta,
    parse: impl FnOnce(&ParseNestedMeta) -> Result<T>,
) -> Result<()> {
    let span = syn::spanned::Spanned::span(&meta.path);
    let value = parse(meta)?;
    if slot.is_some() {
        return Err(twice(meta));
    }
    *slot = Some((span, value));
    Ok(())
}

fn twice(meta: &ParseNestedMeta) -> Error {
    let name = meta.path.get_ident().map(ToString::to_string).unwrap_or_default();
    meta.error(format!("duplicate attribute `{name}`; remove one"))
}

fn flag(meta: &ParseNestedMeta) -> Result<()> {
    if meta.input.is_empty() || meta.input.peek(Token![,]) {
        Ok(())
    } else {
        Err(meta.error("this attribute takes no value"))
    }
}

/// `bits = 3`.
fn bits(meta: &ParseNestedMeta) -> Result<u32> {
    let wrong = |span| Error::new(span, "`bits` takes a number from 1 to 64");
    let value = value(meta, "bits = 3")?;
    let bits: LitInt = value.parse().map_err(|error| wrong(error.span()))?;
    let number = bits.base10_parse().ok().filter(|bits| (1..=64).contains(bits));
    number.ok_or_else(|| wrong(bits.span()))
}

/// `bits`, `bits(lsb, le)`, or `bits = 3`.
fn layout(meta: &ParseNestedMeta) -> Result<Layout> {
    if meta.input.peek(Token![=]) {
        return Ok(Layout { width: Some(bits(meta)?), ..Layout::default() });
    }
    let mut layout = Layout::default();
    let (mut field, mut byte) = (None, None);
    if meta.input.peek(syn::token::Paren) {
        meta.parse_nested_meta(|meta| {
            let name = meta.path.get_ident().map(ToString::to_string).unwrap_or_default();
            match name.as_str() {
                "msb" | "lsb" => once(&mut field, &meta, |_| Ok(name == "lsb"))
                    .map_err(|_| meta.error("`msb` or `lsb` goes here once; remove one")),
                "be" | "le" => once(&mut byte, &meta, |_| Ok(name == "le"))
                    .map_err(|_| meta.error("`be` or `le` goes here once; remove one")),
                _ => Err(meta.error(
                    "here go `msb` or `lsb`, which bits the first field has, and `be` or `le`, which \
                     byte is first",
                )),
            }
        })?;
    }
    layout.lowest_field_first = field.is_some_and(|(_, lowest)| lowest);
    layout.lowest_byte_first = byte.is_some_and(|(_, lowest)| lowest);
    Ok(layout)
}

/// `= path`, or `= "path"` as other crates have it.
fn path_or_text<T: Parse>(meta: &ParseNestedMeta, form: &str) -> Result<T> {
    let value = value(meta, form)?;
    if value.peek(LitStr) { value.parse::<LitStr>()?.parse() } else { value.parse() }
}

/// What stands after `=`.
fn value<'a>(meta: &ParseNestedMeta<'a>, form: &str) -> Result<syn::parse::ParseStream<'a>> {
    meta.value().map_err(|_| meta.error(format!("this attribute takes a value: `{form}`")))
}

/// `bound = "T: Trait"` for both derives, or `bound(serialize = "…", deserialize = "…", key = "…")`.
fn bound(found: &mut TypeAttrs, meta: &ParseNestedMeta) -> Result<()> {
    let predicates = |meta: &ParseNestedMeta| {
        let text: LitStr = value(meta, "bound = \"T: Trait\"")?.parse()?;
        let predicates = text.parse_with(Predicates::parse_terminated)?;
        match elided::in_bounds(&predicates) {
            true => Err(Error::new(
                text.span(),
                "`Deserialize` has the lifetime of the input; write `Deserialize<'de>`",
            )),
            false => Ok(predicates),
        }
    };
    if !meta.input.peek(syn::token::Paren) {
        let mut both = None;
        once(&mut both, meta, predicates)?;
        if found.bound_ser.is_some() || found.bound_de.is_some() {
            return Err(twice(meta));
        }
        found.bound_ser.clone_from(&both);
        found.bound_de = both;
        return Ok(());
    }
    meta.parse_nested_meta(|meta| {
        if meta.path.is_ident("serialize") {
            once(&mut found.bound_ser, &meta, predicates)
        } else if meta.path.is_ident("deserialize") {
            once(&mut found.bound_de, &meta, predicates)
        } else if meta.path.is_ident("key") {
            once(&mut found.bound_key, &meta, predicates)
        } else {
            Err(meta.error("here go `serialize = \"…\"`, `deserialize = \"…\"` and `key = \"…\"`"))
        }
    })
}
