//! Types of several lifetimes: what they borrow is read from one input.

use std::borrow::Cow;

use onesheet::list::Seq;
use onesheet::{Deserialize, Serialize, decode, encode};

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
struct A<'a> {
    a: &'a str,
    b: &'static str,
}
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
struct B<'a, 'b> {
    a: &'a str,
    b: &'b str,
}
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
struct C<'a> {
    a: Cow<'a, str>,
    b: Cow<'static, str>,
}
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
struct Inner<'a> {
    a: &'a str,
}
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
struct D<'a> {
    a: Inner<'a>,
    b: Inner<'static>,
}
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[allow(dead_code)]
enum E<'a> {
    X(Inner<'a>, Inner<'static>),
    Y { a: &'a str, b: &'static str },
}
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[allow(dead_code)]
enum F<'a, 'b> {
    X(Inner<'a>, Inner<'b>),
    Y { a: &'a [u8], b: &'b [u8] },
    Z(Seq<'a, u16>, Seq<'b, u16>),
}
#[derive(Serialize, Debug, PartialEq)]
struct G<'a> {
    a: &'a [u16],
    b: &'static [u16],
}
#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
struct H<'a> {
    a: Option<&'a str>,
    b: Option<&'static str>,
    c: Vec<&'a str>,
    d: Vec<&'static str>,
}
#[test]
fn arrays_of_bytes_are_borrowed() {
    #[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
    struct Fixed<'a> {
        id: &'a [u8; 4],
        kind: u8,
    }
    #[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
    struct Mixed<'a> {
        name: &'a str,
        id: &'a [u8; 4],
        none: &'a [u8; 0],
        option: Option<&'a [u8; 2]>,
        list: Vec<&'a [u8; 3]>,
        #[onesheet(borrow)]
        cow: Cow<'a, [u8; 2]>,
    }
    let fixed = [Fixed { id: b"abcd", kind: 1 }, Fixed { id: b"efgh", kind: 2 }].to_vec();
    let message = encode(&fixed);
    assert_eq!(message, encode(&vec![(*b"abcd", 1u8), (*b"efgh", 2)]));
    assert_eq!(decode(&message), Ok(fixed.clone()));
    let list: Seq<Fixed> = decode(&message).unwrap();
    assert_eq!(list.get(1).as_ref(), fixed.get(1));
    for end in 0..message.len() {
        assert!(decode::<Vec<Fixed>>(&message[..end]).is_err());
    }

    let mixed = |id| Mixed {
        name: "x",
        id,
        none: &[],
        option: Some(b"ij"),
        list: vec![b"abc", b"def"],
        cow: Cow::Borrowed(b"kl"),
    };
    let value = vec![mixed(b"abcd"), mixed(b"efgh"), mixed(b"mnop")];
    let message = encode(&value);
    let back = decode::<Vec<Mixed>>(&message).unwrap();
    assert_eq!(back, value);
    for mixed in &back {
        assert!(message.as_ptr_range().contains(&mixed.id.as_ptr()));
    }
    assert!(matches!(back[0].cow, Cow::Borrowed(_)));
    for end in 0..message.len() {
        assert!(decode::<Vec<Mixed>>(&message[..end]).is_err());
    }
    assert_eq!(decode::<&[u8; 2]>(b"abc").unwrap_err().kind(), onesheet::ErrorKind::TrailingBytes);
}

#[test]
fn what_is_borrowed_for_two_lifetimes_is_of_one_input() {
    static MESSAGE: &[u8] = b"\x01a\x01b";
    assert_eq!(decode(MESSAGE), Ok(A { a: "a", b: "b" }));
    assert_eq!(decode(MESSAGE), Ok(D { a: Inner { a: "a" }, b: Inner { a: "b" } }));
    static OPTIONS: &[u8] = b"\x01\x01a\x00\x01\x01b\x00";
    let options = H { a: Some("a"), b: None, c: vec!["b"], d: vec![] };
    assert_eq!(decode(OPTIONS), Ok(options));
    static FIRST: &[u8] = b"\x00\x01a\x01b";
    assert_eq!(decode(FIRST), Ok(E::X(Inner { a: "a" }, Inner { a: "b" })));

    let local = MESSAGE.to_vec();
    assert_eq!(decode(&local), Ok(B { a: "a", b: "b" }));
    let owned = C { a: "a".into(), b: "b".into() };
    assert_eq!(decode(&local), Ok(owned));
    let bytes = encode(&F::Y { a: b"a", b: b"bc" });
    assert_eq!(decode(&bytes), Ok(F::Y { a: b"a", b: b"bc" }));
}

#[test]
fn what_is_borrowed_for_two_lifetimes_is_written() {
    assert_eq!(encode(&A { a: "a", b: "b" }), b"\x01a\x01b");
    assert_eq!(encode(&G { a: &[7], b: &[] }), [1, 7, 0]);
    assert_eq!(encode(&E::Y { a: "a", b: "b" }), b"\x01\x01a\x01b");
    let lists = vec![D { a: Inner { a: "a" }, b: Inner { a: "" } }; 2];
    // The lengths of the first texts, based on 1, and these; those of the second.
    assert_eq!(encode(&lists)[..], [2, 1, 3, b'a', b'a', 1, 0]);
}
