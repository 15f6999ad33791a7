//! A TypeScript module for one type.

use onesheet_dynamic::Type;

use super::imports::Imports;
use super::layout::Code;
use super::names;
use super::numbers::Int64;
use super::scope::Scope;
use super::translate::{Declaration, Translator, called};

/// The module for `ty`, called `name`, or else as its declaration calls it.
///
/// # Errors
/// One line, which names the field whose default the type cannot hold.
pub(super) fn write(ty: &Type, name: Option<&str>, int64: Int64) -> Result<String, String> {
    let declared = match called(ty) {
        "" => "Message".to_owned(),
        declared => names::type_name(declared),
    };
    let root = name.unwrap_or(&declared);
    let mut translator = Translator::new(root, int64);
    translator.declare(ty, root.to_owned(), false, Scope::ROOT)?;

    let mut out = head(ty, name, int64);
    for used in ["decode", "encode", "Limits", "Type"] {
        translator.imports.use_of(used);
    }
    import(&translator.imports, &mut out);
    for declaration in &translator.declarations {
        declare(declaration, &mut out);
    }
    let (encode, decode) = (names::encoder(root), names::decoder(root));
    out += &format!(
        "
/** The one message that `value` has. Throws an `EncodeError`. */
export function {encode}(value: {root}): Uint8Array {{
  return encode({root}, value);
}}

/** The value of the message `data`. Throws a `DecodeError`. */
export function {decode}(data: Uint8Array, limits?: Limits): {root} {{
  return decode({root}, data, limits);
}}
"
    );
    Ok(out)
}

/// What the module was made by, and from what.
fn head(ty: &Type, name: Option<&str>, int64: Int64) -> String {
    let name = name.map_or(String::new(), |name| format!(" --name {name}"));
    let int64 = if int64 == Int64::Number { " --int64 number" } else { "" };
    // It can stand in a quoted name alone, where `\/` is `/`.
    let schema = names::on_one_line(&ty.to_string()).replace("*/", "*\\/");
    let command = format!("onesheet schema ts{name}{int64}");
    format!("/**\n * Made by `{command}` from the schema\n *\n *     {schema}\n */\n")
}

fn import(imports: &Imports, out: &mut String) {
    let types = ["Limits", "Type"];
    let names = imports.names().map(|name| {
        Code::text(if types.contains(&name) { format!("type {name}") } else { name.to_owned() })
    });
    let names = Code::object(names.collect());
    Code::Join(vec![Code::text("import "), names, Code::text(" from \"onesheet\"")]).write_to(out);
    *out += ";\n";
}

fn declare(Declaration { name, values, code, list }: &Declaration, out: &mut String) {
    match values {
        Code::List { close: '}', .. } => {
            *out += &format!("\nexport interface {name} ");
            values.write_apart(out);
            out.push('\n');
        }
        _ => {
            *out += &format!("\nexport type {name} = ");
            values.write_to(out);
            *out += ";\n";
        }
    }
    if let Some(code) = code {
        let list = list.map_or(String::new(), |list| format!(", {list}"));
        *out += &format!("\nexport const {name}: Type<{name}{list}> = ");
        code.write_to(out);
        *out += ";\n";
    }
}
