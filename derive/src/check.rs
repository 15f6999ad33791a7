//! The rules that concern several attributes, or an attribute and the type.

use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Expr, ExprLit, Lit, Result, Type};

use crate::bits;
use crate::convert;
use crate::error::Errors;
use crate::key;
use crate::model::{Container, Data, Field, Form, Variant};

pub fn check(container: &Container) -> Result<()> {
    let mut errors = Errors::default();
    if container.attrs.converted() {
        convert::check(container, &mut errors);
        return errors.finish(());
    }
    bits::check(container, &mut errors);
    match &container.data {
        Data::Struct(_) if container.attrs.bits.is_some() => {}
        Data::Struct(fields) => defaults(container, fields, &mut errors),
        Data::Enum(variants) => {
            unique_tags(variants, &mut errors);
            catch_all(container, variants, &mut errors);
            for variant in variants {
                defaults(container, &variant.fields, &mut errors);
            }
        }
    }
    if let Some((span, _)) = container.attrs.bound_key {
        if !key::is_possible(container) {
            errors.at(
                span,
                "`bound(key = …)` is for types that can be keys: not extensible, and without fields \
                 that have `with` or `skip`",
            );
        }
    }
    if container.attrs.packed {
        copied(container, &mut errors);
    }
    if !container.rows() {
        recursion(container, &mut errors);
        if let Some((span, ())) = container.attrs.fallible {
            errors.at(
                span,
                "`fallible` is only for rows types; for other types it follows from their fields",
            );
        }
    }
    errors.finish(())
}

/// Types of which it is known that they are not `Copy`.
const OWNERS: &[&str] = &[
    "Arc",
    "BTreeMap",
    "BTreeSet",
    "Box",
    "CString",
    "Cow",
    "HashMap",
    "HashSet",
    "LinkedList",
    "PathBuf",
    "Rc",
    "String",
    "Vec",
    "VecDeque",
];

/// Of a packed struct there are no references to fields: they are written as copies.
fn copied(container: &Container, errors: &mut Errors) {
    struct Owner<'ast>(Option<&'ast syn::Ident>);

    impl<'ast> Visit<'ast> for Owner<'ast> {
        fn visit_path(&mut self, path: &'ast syn::Path) {
            let last = path.segments.last().map(|last| &last.ident);
            match last {
                Some(name) if name == "PhantomData" => {}
                Some(name) if OWNERS.iter().any(|owner| name == owner) => self.0 = Some(name),
                _ => visit::visit_path(self, path),
            }
        }

        fn visit_type_reference(&mut self, _: &'ast syn::TypeReference) {}
    }

    for field in container.written() {
        let mut owner = Owner(None);
        owner.visit_type(field.ty);
        if let Some(name) = owner.0 {
            errors.at(
                field.ty.span(),
                format!(
                    "a field of a packed struct is written as a copy of it, and `{name}` is not `Copy`; \
                     remove `packed`, or skip the field"
                ),
            );
        }
    }
}

/// W20.
fn unique_tags(variants: &[Variant], errors: &mut Errors) {
    for pair in variants.windows(2) {
        if let [first, second] = pair {
            if let (Some(tag), true) =
                (first.tag.number(), first.tag.number() == second.tag.number())
            {
                errors.at(
                    second.tag_span,
                    format!(
                        "`{}` and `{}` both have tag {tag} (W20); give one of them another with \
                         `#[onesheet(tag = …)]`",
                        first.ident, second.ident,
                    ),
                );
            }
        }
    }
}

/// W31.
fn catch_all(container: &Container, variants: &[Variant], errors: &mut Errors) {
    let mut first = None;
    for variant in variants {
        let Some((span, ())) = variant.other else { continue };
        if !container.extensible() {
            errors.at(
                span,
                "only an extensible enum has a catch-all (W31); write `#[onesheet(extensible)]` on \
                 the enum",
            );
        }
        if !variant.fields.is_empty() {
            errors.at(
                span,
                "a catch-all has no fields (W31), for those of the unknown variant are skipped; \
                 remove them",
            );
        }
        if let Some(first) = first.replace(variant.ident) {
            errors.at(span, format!("`{first}` is the catch-all already; remove one `other`"));
        }
    }
}

/// W30.
fn defaults(container: &Container, fields: &[Field], errors: &mut Errors) {
    let mut defaulted = false;
    for field in fields.iter().filter(|field| field.written()) {
        match &field.default {
            Some((span, _)) if !container.extensible() => errors.at(
                *span,
                "only a field of an extensible type can be missing (W30); write \
                 `#[onesheet(extensible)]` on the type",
            ),
            Some(_) => defaulted = true,
            None if defaulted && container.extensible() && !may_lack(field) => errors.at(
                field.ty.span(),
                "a field after one with a default needs a default too (W30), for it is missing \
                 whenever that is; write `#[onesheet(default)]`",
            ),
            None => {}
        }
    }
}

/// Whether a field without a default may be missing (W30).
fn may_lack(field: &Field) -> bool {
    matches!(field.form, Form::Plain) && takes_no_bytes(field.ty)
}

/// Whether a type is seen to take no bytes.
fn takes_no_bytes(ty: &Type) -> bool {
    match ty {
        Type::Tuple(tuple) => tuple.elems.iter().all(takes_no_bytes),
        Type::Array(array) => is_zero(&array.len) || takes_no_bytes(&array.elem),
        Type::Path(path) => {
            path.path.segments.last().is_some_and(|part| part.ident == "PhantomData")
        }
        Type::Paren(inner) => takes_no_bytes(&inner.elem),
        Type::Group(inner) => takes_no_bytes(&inner.elem),
        _ => false,
    }
}

fn is_zero(len: &Expr) -> bool {
    match len {
        Expr::Lit(ExprLit { lit: Lit::Int(len), .. }) => len.base10_digits() == "0",
        Expr::Group(inner) => is_zero(&inner.expr),
        _ => false,
    }
}

/// W14.
fn recursion(container: &Container, errors: &mut Errors) {
    struct Mentions<'a> {
        container: &'a Container<'a>,
        found: bool,
    }

    impl<'ast> Visit<'ast> for Mentions<'_> {
        fn visit_path(&mut self, path: &'ast syn::Path) {
            let itself = path.is_ident("Self")
                || path.leading_colon.is_none()
                    && path.segments.len() == 1
                    && path.segments.iter().all(|part| part.ident == *self.container.ident);
            // Nothing of a `PhantomData` is on the wire.
            let phantom = path.segments.last().is_some_and(|part| part.ident == "PhantomData");
            self.found |= itself;
            if !phantom {
                visit::visit_path(self, path);
            }
        }
    }

    for field in container.written() {
        let mut mentions = Mentions { container, found: false };
        mentions.visit_type(field.ty);
        if mentions.found && matches!(field.form, Form::Plain) {
            errors.at(
                field.ty.span(),
                format!(
                    "`{}` contains itself, which only a rows type may (W14); write \
                     `#[onesheet(rows)]` on the type",
                    container.ident,
                ),
            );
        }
    }
}
