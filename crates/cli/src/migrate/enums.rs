//! Enums with fields, and the fields that hold lists of them in fixed capacity.

use std::collections::BTreeSet;

use syn::visit::{self, Visit};
use syn::{GenericArgument, PathArguments, Type};

use super::attributes::{is_rows, is_written};

/// Containers that hold as many values as one of their parameters says.
const CONTAINERS: &[&str] =
    &["ArrayVec", "Deque", "FnvIndexMap", "HistoryBuf", "IndexMap", "LinearMap", "Vec"];

/// The names of the enums that have fields, and are not declared `rows`.
#[derive(Default)]
pub struct Enums(BTreeSet<String>);

impl Enums {
    pub fn of<'a>(files: impl IntoIterator<Item = &'a syn::File>) -> Self {
        let mut enums = Enums::default();
        files.into_iter().for_each(|file| enums.visit_file(file));
        enums
    }

    /// The enum of which a type is a list of fixed capacity.
    pub fn in_fixed_capacity(&self, ty: &Type) -> Option<&str> {
        match ty {
            Type::Array(array) => self.held(&array.elem),
            Type::Path(path) => {
                let last = path.path.segments.last()?;
                let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
                let is_fixed = CONTAINERS.iter().any(|name| last.ident == name);
                let mut types = arguments.args.iter().filter_map(|argument| match argument {
                    GenericArgument::Type(ty) => Some(ty),
                    _ => None,
                });
                match arguments.args.len() {
                    2.. if is_fixed => types.find_map(|ty| self.held(ty)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The enum that an element is, or is an option of.
    fn held(&self, ty: &Type) -> Option<&str> {
        let Type::Path(path) = ty else { return None };
        let last = path.path.segments.last()?;
        match &last.arguments {
            PathArguments::AngleBracketed(arguments) if last.ident == "Option" => {
                match arguments.args.first()? {
                    GenericArgument::Type(ty) => self.held(ty),
                    _ => None,
                }
            }
            _ => self.0.get(&last.ident.to_string()).map(String::as_str),
        }
    }
}

impl<'ast> Visit<'ast> for Enums {
    fn visit_item_enum(&mut self, item: &'ast syn::ItemEnum) {
        let has_fields = item.variants.iter().any(|variant| !variant.fields.is_empty());
        if has_fields && is_written(&item.attrs) && !is_rows(&item.attrs) {
            self.0.insert(item.ident.to_string());
        }
        visit::visit_item_enum(self, item);
    }
}
