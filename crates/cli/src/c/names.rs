//! C names for the names of a schema.

use crate::naming::{self, Taken};

/// `AccessLog` as `access_log`; not a name that the C library uses with `_t` behind, or before `_` in macros.
pub(super) fn type_name(name: &str) -> String {
    // Types of C and POSIX, and what its header defines.
    const TYPES: &str = "\
        blkcnt blksize caddr cc char8 char16 char32 clock clockid cnd daddr dev div double errno \
        fenv fexcept float fpos fsblkcnt fsfilcnt fsid gid id idtype ilp imaxdiv in_addr in_port \
        ino iconv jmp_buf key ldiv lldiv locale loff max_align mbstate mcontext mode mtx nfds \
        nl_catd nlink nullptr off onesheet pid pthread ptrdiff quad register regex regmatch regoff \
        rlim rsize sa_family sem sig_atomic siginfo sigset sigval size socklen speed ssize stack \
        suseconds tcflag thrd time timer tss u_quad ucontext uid useconds wchar wctrans wctype \
        wint wordexp";
    // What macros of C begin with, as the constants of an enum would: `EXIT_FAILURE`.
    const MACROS: &str = "\
        atomic char clock dbl exit fe filename flt fopen fp lc ldbl llong long math mb rand schar \
        seek shrt sig ssize tmp uchar uint ullong ulong ushrt";
    let name = match snake(name) {
        name if name.starts_with(|c: char| c.is_ascii_digit()) => format!("x{name}"),
        name => name,
    };
    let sized = name.trim_start_matches('u').strip_prefix("int").is_some_and(|rest| {
        rest.is_empty()
            || rest.ends_with("ptr")
            || rest.trim_start_matches("max").is_empty()
            || rest
                .trim_start_matches(|c: char| c.is_ascii_alphabetic() || c == '_')
                .parse::<u8>()
                .is_ok()
    });
    let reserved = TYPES.split_whitespace().chain(MACROS.split_whitespace()).any(|it| it == name);
    if sized || reserved { format!("{name}_type") } else { name }
}

/// A C name for a member, unlike those in `taken`; `prefix` goes before a digit.
pub(super) fn identifier(name: &str, prefix: &str, taken: &mut Taken) -> String {
    // Of C and C++, and what compilers and their headers define as macros.
    const KEYWORDS: &str = "\
        alignas alignof and and_eq asm auto bitand bitor bool break case catch char class \
        co_await co_return co_yield compl concept const consteval constexpr constinit const_cast \
        continue decltype default delete do double \
        dynamic_cast else enum explicit export extern false float for friend goto if inline int \
        long mutable namespace new noexcept not not_eq nullptr operator or or_eq private \
        protected public register reinterpret_cast requires restrict return short signed sizeof \
        static static_assert static_cast struct switch template this thread_local throw true try \
        typedef typeid typename typeof union unsigned using virtual void volatile wchar_t while \
        xor xor_eq errno i386 linux stderr stdin stdout unix";
    let mut base = snake(name);
    if base.starts_with(|c: char| c.is_ascii_digit()) {
        base.insert_str(0, prefix);
    }
    // A member called like a type would hide it from those behind it.
    if base.ends_with("_t") || KEYWORDS.split_whitespace().any(|keyword| keyword == base) {
        base.push('_');
    }
    taken.unlike(&base, "_")
}

/// Lower case with `_` before what was a capital, and for what C does not allow.
fn snake(name: &str) -> String {
    let mut out = String::new();
    let mut after_lower = false;
    for c in naming::without_raw(name).chars() {
        if c.is_ascii_alphanumeric() {
            if c.is_ascii_uppercase() && after_lower {
                out.push('_');
            }
            out.push(c.to_ascii_lowercase());
        } else if !out.ends_with('_') {
            out.push('_');
        }
        after_lower = c.is_ascii_lowercase() || c.is_ascii_digit();
    }
    let out = out.trim_matches('_');
    if out.is_empty() { "x".to_owned() } else { out.to_owned() }
}
