//! The uses in a file.

use std::collections::BTreeMap;

use proc_macro2::{Span, TokenStream, TokenTree};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, Meta, MetaList};

use super::attributes;
use super::enums::Enums;
use super::imports::Imports;
use super::table::{self, Becomes};

/// What is used, and what it becomes, by line and by the order in which it was found.
pub type Found = BTreeMap<(usize, usize), (String, Becomes)>;

pub fn uses_in(file: &syn::File, enums: &Enums) -> Found {
    let mut uses =
        Uses { imports: Imports::of(file), enums, is_written: false, found: Found::new() };
    uses.visit_file(file);
    uses.found
}

struct Uses<'a> {
    imports: Imports,
    /// Of all files.
    enums: &'a Enums,
    /// Whether the type around has a derive that writes it.
    is_written: bool,
    found: Found,
}

impl Uses<'_> {
    fn add(&mut self, at: Span, what: String, becomes: Becomes) {
        let line = at.start().line;
        let same = |((at, _), (other, _)): (&(usize, usize), &(String, Becomes))| {
            *at == line && *other == what
        };
        if !self.found.iter().any(same) {
            self.found.insert((line, self.found.len()), (what, becomes));
        }
    }

    /// What a path stands for that is in a table.
    fn find(
        &self,
        path: &[String],
        table: impl Fn(&str) -> Option<Becomes>,
    ) -> Option<(String, Becomes)> {
        let full = self.imports.full(path);
        full.into_iter().find_map(|full| table(&full).map(|becomes| (full, becomes)))
    }

    fn path(&mut self, at: Span, path: &[String]) {
        if path.last().is_some_and(|name| name == "POSTCARD_MAX_SIZE") {
            return self.add(at, "T::POSTCARD_MAX_SIZE".to_owned(), table::MAX_LEN);
        }
        if let Some((full, becomes)) = self.find(path, table::call) {
            self.add(at, full, becomes);
        }
    }

    fn method(&mut self, at: Span, name: &str) {
        let becomes = table::method(name).filter(|_| self.imports.has_options());
        if let Some(becomes) = becomes {
            self.add(at, format!("bincode::Options::{name}"), becomes);
        }
    }

    /// Whether it is a trait that is implemented by hand.
    fn by_hand(&mut self, at: Span, path: &[String]) -> bool {
        let found = self.find(path, table::by_hand);
        let is_found = found.is_some();
        if let Some((full, becomes)) = found {
            self.add(at, format!("impl {full}"), becomes);
        }
        is_found
    }

    /// Derives of one attribute that become the same are one line.
    fn derives(&mut self, list: &MetaList) {
        let mut lines: Vec<(Span, Vec<String>, Becomes)> = Vec::new();
        for path in attributes::derived(list) {
            let Some((full, becomes)) = self.find(&parts(&path), table::derive) else { continue };
            match lines.iter_mut().find(|(_, _, other)| *other == becomes) {
                Some((_, paths, _)) => paths.push(full),
                None => lines.push((path.span(), vec![full], becomes)),
            }
        }
        for (at, paths, becomes) in lines {
            self.add(at, format!("derive({})", paths.join(", ")), becomes);
        }
    }

    /// The attributes of one item or field.
    fn attributes<'a>(&mut self, attributes: impl IntoIterator<Item = &'a Meta>) {
        let mut found = Vec::new();
        for list in &attributes::lists(attributes) {
            match list.path.get_ident().map(ToString::to_string).as_deref() {
                Some("derive") => self.derives(list),
                Some(krate @ ("serde" | "bincode")) => {
                    let names = attributes::nested(list).into_iter().filter_map(|meta| {
                        let name = meta.path().segments.last()?.ident.to_string();
                        Some((krate.to_owned(), name, meta.span()))
                    });
                    found.extend(names);
                }
                _ => {}
            }
        }

        let has = |name| found.iter().any(|(krate, other, _)| krate == "serde" && other == name);
        let both = has("skip_serializing") && has("skip_deserializing");
        let skipped = both || has("skip");
        for (krate, name, at) in found {
            let what = format!("{krate}({name})");
            match what.as_str() {
                "serde(skip_serializing)" if both => {
                    let what = "serde(skip_serializing, skip_deserializing)".to_owned();
                    self.add(at, what, table::attribute("serde", "skip"));
                }
                "serde(skip_deserializing)" if both => {}
                "serde(default)" if skipped => self.add(at, what, table::SKIPPED_DEFAULT),
                _ => self.add(at, what, table::attribute(&krate, &name)),
            }
        }
    }

    /// The paths, methods and attributes among the tokens of a macro, which need not be Rust.
    fn tokens(&mut self, tokens: TokenStream) {
        let tokens: Vec<_> = tokens.into_iter().collect();
        let is = |at: usize, c: char| match tokens.get(at) {
            Some(TokenTree::Punct(punct)) => punct.as_char() == c,
            _ => false,
        };
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let before = at.checked_sub(1);
            let follows = |c| before.is_some_and(|before| is(before, c));
            let is_declared = matches!(before.and_then(|before| tokens.get(before)),
                Some(TokenTree::Ident(before)) if before == "fn");
            at += 1;
            match token {
                TokenTree::Group(group) if follows('#') => {
                    match syn::parse2::<Meta>(group.stream()) {
                        Ok(meta) => self.attributes([&meta]),
                        Err(_) => self.tokens(group.stream()),
                    }
                }
                TokenTree::Group(group) => self.tokens(group.stream()),
                TokenTree::Ident(name) if follows('.') => {
                    self.method(name.span(), &name.to_string());
                }
                // What stands behind `$` is the macro's own.
                TokenTree::Ident(first) if !follows('$') && !is_declared => {
                    let mut path = vec![first.to_string()];
                    while let (true, true, Some(TokenTree::Ident(next))) =
                        (is(at, ':'), is(at + 1, ':'), tokens.get(at + 2))
                    {
                        path.push(next.to_string());
                        at += 3;
                    }
                    let is_impl = matches!(tokens.get(after_generics(&tokens, at)),
                        Some(TokenTree::Ident(next)) if next == "for");
                    if !(is_impl && self.by_hand(first.span(), &path)) {
                        self.path(first.span(), &path);
                    }
                }
                _ => {}
            }
        }
    }
}

fn parts(path: &syn::Path) -> Vec<String> {
    path.segments.iter().map(|part| part.ident.to_string()).collect()
}

/// The place behind `<…>`, if that is what is here.
fn after_generics(tokens: &[TokenTree], start: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(start) {
        match token {
            TokenTree::Punct(punct) if punct.as_char() == '<' => depth += 1,
            TokenTree::Punct(punct) if punct.as_char() == '>' => depth -= 1,
            _ if depth == 0 => return at,
            _ => {}
        }
    }
    tokens.len()
}

impl<'ast> Visit<'ast> for Uses<'_> {
    // What is imported is told where it is used.
    fn visit_item_use(&mut self, _: &'ast syn::ItemUse) {}

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        self.attributes([&attribute.meta]);
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.is_written = attributes::is_written(&item.attrs);
        visit::visit_item_struct(self, item);
        self.is_written = false;
    }

    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        self.is_written = attributes::is_written(&item.attrs);
        visit::visit_item_enum(self, item);
        self.is_written = false;
    }

    fn visit_field(&mut self, field: &'ast syn::Field) {
        self.attributes(field.attrs.iter().map(|attribute| &attribute.meta));
        if let Some(name) = self.enums.in_fixed_capacity(&field.ty).filter(|_| self.is_written) {
            let what = format!("{name} in a list of fixed capacity");
            self.add(field.ty.span(), what, table::ROWS);
        }
        self.visit_type(&field.ty);
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        let by_hand = item
            .trait_
            .as_ref()
            .is_some_and(|(_, path, _)| self.by_hand(path.span(), &parts(path)));
        if by_hand {
            self.visit_generics(&item.generics);
            self.visit_type(&item.self_ty);
            item.items.iter().for_each(|item| self.visit_impl_item(item));
        } else {
            visit::visit_item_impl(self, item);
        }
    }

    fn visit_trait_bound(&mut self, bound: &'ast syn::TraitBound) {
        if let Some((full, becomes)) = self.find(&parts(&bound.path), table::bound) {
            self.add(bound.span(), full, becomes);
        }
        visit::visit_trait_bound(self, bound);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        self.visit_expr(&call.receiver);
        self.method(call.method.span(), &call.method.to_string());
        call.turbofish.iter().for_each(|types| self.visit_angle_bracketed_generic_arguments(types));
        call.args.iter().for_each(|arg| self.visit_expr(arg));
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        self.path(mac.path.span(), &parts(&mac.path));
        self.tokens(mac.tokens.clone());
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.path(path.span(), &parts(path));
        visit::visit_path(self, path);
    }
}
