//! `migrate --check`: the uses of bincode, postcard and serde in Rust sources, and what each becomes.

mod table;

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::Span;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, Meta, Token, UseTree};

use crate::args::Migrate;
use crate::failure::Failure;
use table::Becomes;

pub fn run(args: &Migrate) -> Result<(), Failure> {
    let mut files = Vec::new();
    find(&args.src, true, &mut files)?;
    let (mut uses, mut without, mut in_files) = (0, 0, 0);
    for path in &files {
        let text = fs::read_to_string(path).map_err(|error| cannot_read(path, error))?;
        let file = syn::parse_file(&text).map_err(|error| {
            let start = error.span().start();
            Failure::found(format_args!("{}:{}: {error}", path.display(), start.line))
        })?;
        let found = uses_in(&file);
        in_files += usize::from(!found.is_empty());
        for ((line, _), (what, becomes)) in &found {
            uses += 1;
            without += usize::from(matches!(becomes, Becomes::Nothing(_)));
            print(&format!("{}:{line}: {what}: {becomes}", path.display()))?;
        }
    }
    print(&format!(
        "{} files: {uses} uses in {in_files}, {without} of them without a counterpart",
        files.len()
    ))?;
    if without > 0 { Err(Failure::Said(1)) } else { Ok(()) }
}

fn print(line: &str) -> Result<(), Failure> {
    crate::files::write(None, format!("{line}\n").as_bytes())
}

fn cannot_read(path: &Path, error: impl std::fmt::Display) -> Failure {
    Failure::usage(format_args!("cannot read {}: {error}", path.display()))
}

/// The Rust sources at a path, in order; of a folder those below it that are neither hidden nor built.
fn find(path: &Path, named: bool, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let metadata = fs::symlink_metadata(path).map_err(|error| cannot_read(path, error))?;
    if metadata.is_dir() || named && path.is_dir() {
        let entries = fs::read_dir(path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
        let mut entries = entries.map_err(|error| cannot_read(path, error))?;
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let name = entry.file_name();
            let hidden = name.to_string_lossy().starts_with('.') || name == "target";
            if !hidden {
                find(&entry.path(), false, files)?;
            }
        }
    } else if named || metadata.is_file() && path.extension().is_some_and(|end| end == "rs") {
        files.push(path.to_owned());
    }
    Ok(())
}

/// What is used, and what it becomes, by line and by the order in which it was found.
type Found = BTreeMap<(usize, usize), (String, Becomes)>;

fn uses_in(file: &syn::File) -> Found {
    let mut imports = Imports::default();
    imports.visit_file(file);
    let mut uses = Uses { imports: imports.0, found: Found::new() };
    uses.visit_file(file);
    uses.found
}

/// The names that a file imports, and what they name.
#[derive(Default)]
struct Imports(HashMap<String, String>);

impl Imports {
    fn tree(&mut self, before: &str, tree: &UseTree) {
        let join = |name: &dyn ToString| match before {
            "" => name.to_string(),
            before => format!("{before}::{}", name.to_string()),
        };
        match tree {
            UseTree::Path(path) => self.tree(&join(&path.ident), &path.tree),
            UseTree::Name(name) if name.ident == "self" => {
                let last = before.rsplit("::").next().unwrap_or(before);
                self.0.insert(last.to_string(), before.to_string());
            }
            UseTree::Name(name) => {
                self.0.insert(name.ident.to_string(), join(&name.ident));
            }
            UseTree::Rename(rename) => {
                self.0.insert(rename.rename.to_string(), join(&rename.ident));
            }
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.tree(before, tree)),
            UseTree::Glob(_) => {}
        }
    }
}

impl<'ast> Visit<'ast> for Imports {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.tree("", &item.tree);
    }
}

/// The uses in a file.
struct Uses {
    imports: HashMap<String, String>,
    found: Found,
}

impl Uses {
    fn add(&mut self, at: Span, what: String, becomes: Becomes) {
        let line = at.start().line;
        let same = |((at, _), (other, _)): (&(usize, usize), &(String, Becomes))| {
            *at == line && *other == what
        };
        if !self.found.iter().any(same) {
            self.found.insert((line, self.found.len()), (what, becomes));
        }
    }

    /// A path with what its first part names.
    fn full(&self, path: &syn::Path) -> String {
        let parts: Vec<_> = path.segments.iter().map(|part| part.ident.to_string()).collect();
        let (first, rest) = parts.split_first().map_or(("", &[][..]), |(a, b)| (a.as_str(), b));
        let first = self.imports.get(first).map_or(first, String::as_str);
        std::iter::once(first).chain(rest.iter().map(String::as_str)).collect::<Vec<_>>().join("::")
    }

    fn derives(&mut self, attribute: &Attribute) {
        let paths = attribute
            .parse_args_with(Punctuated::<syn::Path, Token![,]>::parse_terminated)
            .unwrap_or_default();
        for path in paths {
            let full = self.full(&path);
            if let Some(becomes) = table::derive(&full) {
                self.add(path.span(), format!("derive({full})"), becomes);
            }
        }
    }

    fn attribute(&mut self, krate: &str, attribute: &Attribute) {
        let metas = attribute
            .parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)
            .unwrap_or_default();
        for meta in metas {
            let name = meta.path().segments.last().map(|part| part.ident.to_string());
            let Some(name) = name else { continue };
            let becomes = table::attribute(krate, &name);
            self.add(meta.span(), format!("{krate}({name})"), becomes);
        }
    }
}

impl<'ast> Visit<'ast> for Uses {
    // What is imported is told where it is used.
    fn visit_item_use(&mut self, _: &'ast syn::ItemUse) {}

    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        let name = attribute.path().get_ident().map(ToString::to_string);
        match name.as_deref() {
            Some("derive") => self.derives(attribute),
            Some(krate @ ("serde" | "bincode")) => self.attribute(krate, attribute),
            _ => {}
        }
    }

    fn visit_item_impl(&mut self, item: &'ast syn::ItemImpl) {
        if let Some((_, path, _)) = &item.trait_ {
            let full = self.full(path);
            if let Some(becomes) = table::by_hand(&full) {
                self.add(path.span(), format!("impl {full}"), becomes);
            }
        }
        visit::visit_item_impl(self, item);
    }

    fn visit_macro(&mut self, mac: &'ast syn::Macro) {
        let full = self.full(&mac.path);
        if let Some(becomes) = table::call(&full) {
            self.add(mac.span(), format!("{full}!"), becomes);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let full = self.full(path);
        if let Some(becomes) = table::call(&full) {
            self.add(path.span(), full, becomes);
        }
        visit::visit_path(self, path);
    }
}
