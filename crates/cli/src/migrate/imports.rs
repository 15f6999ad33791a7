//! What the names in a file stand for.

use std::collections::HashMap;

use syn::visit::{self, Visit};
use syn::{Item, UseTree};

use super::table;

/// The names that a file imports or declares, and what they name: several if its modules differ.
#[derive(Default)]
pub struct Imports {
    names: HashMap<String, Vec<String>>,
    /// What is before `::*`.
    globs: Vec<String>,
}

impl Imports {
    pub fn of(file: &syn::File) -> Self {
        let mut imports = Self::default();
        imports.visit_file(file);
        imports
    }

    fn add(&mut self, name: impl ToString, full: String) {
        self.names.entry(name.to_string()).or_default().push(full);
    }

    fn tree(&mut self, before: &str, tree: &UseTree) {
        let join = |name: &dyn ToString| match before {
            "" => name.to_string(),
            before => format!("{before}::{}", name.to_string()),
        };
        match tree {
            UseTree::Path(path) => self.tree(&join(&path.ident), &path.tree),
            UseTree::Name(name) if name.ident == "self" => {
                let last = before.rsplit("::").next().unwrap_or(before);
                self.add(last, before.to_string());
            }
            UseTree::Name(name) => self.add(&name.ident, join(&name.ident)),
            UseTree::Rename(rename) => self.add(&rename.rename, join(&rename.ident)),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.tree(before, tree)),
            UseTree::Glob(_) => self.globs.push(before.to_string()),
        }
    }

    /// The full paths that a path may stand for.
    pub fn full(&self, path: &[String]) -> Vec<String> {
        let Some((first, rest)) = path.split_first() else { return Vec::new() };
        let join = |full: &String| [std::slice::from_ref(full), rest].concat().join("::");
        if let Some(full) = self.names.get(first) {
            return full.iter().map(join).collect();
        }
        // A `Result` beside a glob is more likely to be the prelude's.
        let by_glob = self.globs.iter().map(|glob| format!("{glob}::{first}"));
        let known = by_glob.filter(|full| table::is_known(full) && first != "Result");
        known.map(|full| join(&full)).chain([path.join("::")]).collect()
    }

    /// Whether the methods of bincode 1's options are in scope.
    pub fn has_options(&self) -> bool {
        let is_options =
            |full: &String| full.starts_with("bincode::") && full.ends_with("::Options");
        self.names.values().flatten().any(is_options) || self.globs.iter().any(|g| g == "bincode")
    }
}

impl<'ast> Visit<'ast> for Imports {
    fn visit_item(&mut self, item: &'ast Item) {
        let name = match item {
            Item::Use(item) => return self.tree("", &item.tree),
            Item::Enum(item) => &item.ident,
            Item::Fn(item) => &item.sig.ident,
            Item::Struct(item) => &item.ident,
            Item::Trait(item) => &item.ident,
            Item::Type(item) => &item.ident,
            item => return visit::visit_item(self, item),
        };
        self.add(name, format!("self::{name}"));
        visit::visit_item(self, item);
    }
}
