//! Which of the types of a file its records are read as.

use onesheet_dynamic::Type;
use onesheet_file::Section;

/// Of several sections the one as whose type all are read, if there is such a one: a type that gained
/// fields or variants reads what was written before (W29 to W32). Of those that read the same, it is the
/// one with the most fields and variants, and of these the last. If none reads all, it is one that reads
/// the first section.
///
/// [`Section::is_read_as`] tells of each section whether it is read as that type.
#[must_use]
pub fn newest<'a, 'b: 'a>(
    sections: impl IntoIterator<Item = &'a Section<'b>>,
) -> Option<&'a Section<'b>> {
    let typed = |section: &'a Section<'b>| Some((section, section.schema().parse::<Type>().ok()?));
    let mut sections = sections.into_iter().filter_map(typed);
    let (mut newest, mut ty) = sections.next()?;
    let mut size = parts(&ty);
    for (section, other) in sections {
        // Most sections are as the one before.
        if section.schema() == newest.schema() {
            newest = section;
            continue;
        }
        let parts = parts(&other);
        let reads = || newest.is_read_as(&other).is_ok();
        if (parts >= size || section.is_read_as(&ty).is_err()) && reads() {
            (newest, ty, size) = (section, other, parts);
        }
    }
    Some(newest)
}

/// The number of fields and variants.
fn parts(ty: &Type) -> usize {
    let fields = |fields: &[onesheet_dynamic::Field]| {
        fields.iter().map(|field| 1 + parts(&field.ty)).sum::<usize>()
    };
    match ty {
        Type::Option(item)
        | Type::Array(item, _)
        | Type::Seq { item, .. }
        | Type::Set { item, .. }
        | Type::Rows { row: item, .. } => parts(item),
        Type::Tuple(types) => types.iter().map(parts).sum(),
        Type::Map { key: a, value: b, .. } | Type::Result(a, b) => parts(a) + parts(b),
        Type::Struct(s) => fields(&s.fields),
        Type::Enum(e) => e.variants.iter().map(|variant| 1 + fields(&variant.fields)).sum(),
        _ => 0,
    }
}
