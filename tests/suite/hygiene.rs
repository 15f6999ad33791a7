//! Derived code compiles wherever a type can stand, whatever names are around it.
//! (With the crate under another name: `derive/tests/renamed.rs`.)

/// No name of the prelude.
mod without_prelude {
    #![no_implicit_prelude]

    #[derive(
        ::onesheet::Serialize,
        ::onesheet::Deserialize,
        ::core::fmt::Debug,
        ::core::cmp::PartialEq,
        ::core::cmp::Eq,
        ::core::cmp::PartialOrd,
        ::core::cmp::Ord,
        ::core::clone::Clone,
    )]
    pub struct Plain<'a, T, const N: usize> {
        pub text: &'a str,
        pub list: ::std::vec::Vec<T>,
        pub array: [u8; N],
        #[onesheet(fixed)]
        pub fixed: u32,
        #[onesheet(skip)]
        pub skipped: (),
    }

    #[derive(
        ::onesheet::Serialize, ::onesheet::Deserialize, ::core::fmt::Debug, ::core::cmp::PartialEq,
    )]
    #[onesheet(extensible)]
    pub enum Event {
        #[onesheet(other)]
        Unknown,
        Moved {
            #[onesheet(default = 7)]
            x: u16,
            #[onesheet(default)]
            y: ::core::option::Option<u16>,
        },
    }

    #[derive(
        ::onesheet::Serialize, ::onesheet::Deserialize, ::core::fmt::Debug, ::core::cmp::PartialEq,
    )]
    pub enum Choice {
        Number(u32),
        Text(::std::string::String),
        Fixed(#[onesheet(fixed)] u16, u8),
    }

    #[derive(
        ::onesheet::Serialize, ::onesheet::Deserialize, ::core::fmt::Debug, ::core::cmp::PartialEq,
    )]
    #[onesheet(rows)]
    pub struct Tree(pub u8, pub ::std::vec::Vec<Tree>);
}

#[test]
fn without_the_prelude() {
    use without_prelude::{Choice, Event, Plain, Tree};
    let plain = Plain { text: "a", list: vec![true], array: [7; 2], fixed: 1, skipped: () };
    let message = onesheet::encode(&plain);
    assert_eq!(message, [1, b'a', 1, 1, 7, 7, 1, 0, 0, 0]);
    assert_eq!(onesheet::decode_view(&message), Ok(plain));
    assert_eq!(onesheet::decode(&[1, 1, 9]), Ok(Event::Moved { x: 9, y: None }));
    assert_eq!(onesheet::decode(&[2, 0]), Ok(Event::Unknown));
    assert_eq!(onesheet::decode(&[0, 5]), Ok(Choice::Number(5)));
    assert_eq!(onesheet::decode(&[2, 5, 0, 6]), Ok(Choice::Fixed(5, 6)));
    assert_eq!(onesheet::decode(&[1, 1, 2, 0]), Ok(Tree(1, vec![Tree(2, vec![])])));
}

/// Everything that derived code might name is something else here.
#[allow(dead_code, non_camel_case_types, unused_macros)]
mod shadowed {
    pub struct Option;
    pub struct Result;
    pub struct Vec;
    pub struct String;
    pub struct Box;
    pub struct Some;
    pub struct None;
    pub struct Ok;
    pub struct Err;
    pub struct Self_;
    pub struct usize_;
    pub struct Default;
    pub struct Clone;
    pub struct Sized;
    pub struct Writer;
    pub struct Reader;
    pub struct Error;
    pub struct Sink;
    pub struct Items;
    pub struct List;
    pub struct Key;
    pub struct Schema;
    pub trait Serialize {}
    pub trait Deserialize {}
    pub mod core {}
    pub mod std {}
    pub mod alloc {}
    pub mod onesheet {}
    macro_rules! matches {
        () => {};
    }
    macro_rules! panic {
        () => {};
    }

    /// Methods that the derived code must not find on fields.
    pub trait Confusing {
        fn serialize(&self) {}
        fn order(&self) {}
        fn next(&self) {}
        fn len_hint(&self) {}
    }
    impl<T: ?::core::marker::Sized> Confusing for T {}

    #[derive(::onesheet::Serialize, ::onesheet::Deserialize, Debug, PartialEq)]
    pub struct Struct {
        pub list: ::std::vec::Vec<u16>,
        pub maybe: ::std::option::Option<bool>,
        #[onesheet(fixed)]
        pub fixed: u16,
    }

    /// Its parameters have the names that the derived code gives its own.
    #[derive(::onesheet::Serialize, ::onesheet::Deserialize, Debug, PartialEq)]
    #[onesheet(extensible)]
    pub struct Parameters<W, R, E> {
        #[onesheet(default)]
        pub n: W,
        #[onesheet(default)]
        pub r: R,
        #[onesheet(default)]
        pub column: E,
    }

    #[derive(::onesheet::Serialize, ::onesheet::Deserialize, Debug, PartialEq)]
    pub enum Enum<'de, T> {
        Some(T),
        None,
        Ok { w: &'de str, list: u8, value: u16 },
    }
}

#[test]
fn among_names_that_mean_something_else() {
    use shadowed::{Enum, Parameters, Struct};
    assert_eq!(
        onesheet::decode(&[1, 5, 1, 0, 7, 0]),
        Ok(Struct { list: vec![5], maybe: Some(false), fixed: 7 }),
    );
    let parameters = Parameters { n: 1u8, r: true, column: "x".to_owned() };
    assert_eq!(onesheet::encode(&parameters), [4, 1, 1, 1, b'x']);
    type Bytes<'a> = Enum<'a, u8>;
    assert_eq!(onesheet::decode_view(&[1]), Ok(Bytes::None));
    let message = onesheet::encode(&Bytes::Ok { w: "x", list: 1, value: 300 });
    assert_eq!(message, [2, 1, b'x', 1, 0xac, 2]);
}

/// Types that a macro writes, with names that come from its caller and names that are its own.
#[test]
fn inside_macros_and_functions() {
    macro_rules! message {
        ($name:ident { $($field:ident: $ty:ty),* } = $value:expr) => {{
            #[derive(onesheet::Serialize, onesheet::Deserialize, Debug, PartialEq)]
            struct $name { $($field: $ty,)* own: u16 }
            let value = $value;
            let decoded = $name { $($field: value,)* own: 300 };
            assert_eq!(onesheet::encode(&decoded), [7, 0xac, 2]);
            assert_eq!(onesheet::decode(&[7, 0xac, 2]), Ok(decoded));
        }};
    }
    message!(Message { value: u8 } = 7);
}

/// Public types with parts that are not, under the lints that a public crate may deny.
#[deny(missing_debug_implementations, private_interfaces, unnameable_types, unreachable_pub)]
#[allow(dead_code)]
mod public {
    use std::marker::PhantomData;

    use onesheet::list::Seq;
    use onesheet::with::With;
    use onesheet::{Deserialize, Serialize};

    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Hidden {
        number: u16,
        text: String,
    }

    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    #[onesheet(rows)]
    struct HiddenTree(u8, Vec<HiddenTree>);

    #[derive(Serialize, Deserialize, Debug, PartialEq, Default)]
    pub(crate) struct Struct {
        hidden: Option<Box<Hidden>>,
        list: Vec<Hidden>,
        own: PhantomData<Self>,
        trees: Vec<HiddenTree>,
    }

    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    pub(crate) struct View<'a, T: Deserialize<'a, Column: Clone>> {
        hidden: Hidden,
        text: &'a str,
        list: Seq<'a, T>,
    }

    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    #[onesheet(extensible)]
    pub(crate) struct Extensible<T, const N: usize> {
        hidden: HiddenIn<T>,
        #[onesheet(skip)]
        of: PhantomData<[u8; N]>,
    }

    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct HiddenIn<T>(T);

    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    pub(crate) struct Node<T>
    where
        Self: Named,
    {
        #[onesheet(with = AsNumber)]
        id: Id<Self>,
        value: T,
    }

    pub(crate) trait Named {}

    impl<T> Named for Node<T> {}

    #[derive(Debug, PartialEq)]
    struct Id<T>(u32, PhantomData<T>);

    struct AsNumber;

    impl<T> With<Id<Node<T>>> for AsNumber {
        type Wire<'a> = u32;

        fn to_wire(id: &Id<Node<T>>) -> u32 {
            id.0
        }

        fn from_wire(number: u32) -> Option<Id<Node<T>>> {
            Some(Id(number, PhantomData))
        }
    }

    #[test]
    fn come_back() {
        let value =
            Struct { list: vec![Hidden { number: 5, text: "a".into() }], ..Struct::default() };
        assert_eq!(onesheet::encode(&value), [0, 1, 5, 1, b'a', 0]);
        assert_eq!(onesheet::decode(&[0, 1, 5, 1, b'a', 0]), Ok(value));

        let nodes = vec![Node { id: Id(5, PhantomData), value: true }];
        assert_eq!(onesheet::encode(&nodes), [1, 5, 1]);
        assert_eq!(onesheet::decode(&[1, 5, 1]), Ok(nodes));
    }
}

/// Attributes of other derives on the same type.
#[test]
fn beside_serde() {
    #[derive(
        onesheet::Serialize,
        onesheet::Deserialize,
        serde::Serialize,
        serde::Deserialize,
        Debug,
        PartialEq,
    )]
    #[serde(rename_all = "camelCase")]
    struct Both {
        #[serde(default)]
        first_name: String,
        #[onesheet(fixed)]
        #[serde(rename = "n")]
        number: u16,
    }
    let both = Both { first_name: "x".into(), number: 7 };
    assert_eq!(onesheet::encode(&both), [1, b'x', 7, 0]);
    assert_eq!(serde_json::to_string(&both).unwrap(), r#"{"firstName":"x","n":7}"#);
}
