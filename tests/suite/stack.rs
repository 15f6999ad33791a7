//! No nesting of large types ends the stack of a thread: an error, long before (W33).

use onesheet::{Deserialize, ErrorKind, Serialize, decode, encode};

#[derive(Serialize, Deserialize)]
#[onesheet(rows)]
struct Node<const N: usize> {
    a: [u8; N],
    c: Vec<Self>,
}

/// Small itself, but not what it is decoded through.
#[derive(Serialize, Deserialize)]
#[onesheet(rows)]
struct Link<const N: usize>(Option<Box<Wrapper<N>>>);

#[derive(Serialize, Deserialize)]
#[onesheet(bound = "")]
struct Wrapper<const N: usize> {
    a: [u8; N],
    link: Link<N>,
}

#[derive(Serialize, Deserialize)]
#[onesheet(rows)]
#[expect(clippy::large_enum_variant, reason = "that is what is tested")]
enum Expression {
    Leaf,
    Block(u8, [u64; 2000], Box<Expression>),
}

/// On a thread of 2 MiB, as std makes them.
#[track_caller]
fn nested<T: for<'de> Deserialize<'de> + 'static>(level: &[u8], end: &[u8]) {
    let decoded = |levels: usize| {
        let message = [&level.repeat(levels), end].concat();
        let decode = move || decode::<T>(&message).err().map(|error| error.kind());
        std::thread::Builder::new().stack_size(2 << 20).spawn(decode).unwrap().join().unwrap()
    };
    assert_eq!(decoded(0), None);
    for levels in [1, 2, 3, 4, 6, 9, 14, 20, 30, 50, 80, 127] {
        // Either all of it, or an error.
        let error = decoded(levels);
        assert!(matches!(error, None | Some(ErrorKind::DepthLimit)), "{error:?}");
    }
    assert_eq!(decoded(200), Some(ErrorKind::DepthLimit));
}

fn node<const N: usize>() {
    let level = [&[0; N][..], &[1]].concat();
    nested::<Node<N>>(&level, &[&[0; N][..], &[0]].concat());
}

fn link<const N: usize>() {
    nested::<Link<N>>(&[&[1][..], &[0; N]].concat(), &[0]);
}

#[test]
fn large_types_nest_less_deep() {
    node::<100>();
    node::<8_192>();
    node::<20_000>();
    node::<65_536>();
    node::<100_000>();
    link::<8_192>();
    link::<65_536>();
    link::<150_000>();
    let block = encode(&Expression::Block(1, [300; 2000], Box::new(Expression::Leaf)));
    nested::<Expression>(&block[..block.len() - 1], &[0]);
}

#[test]
fn small_types_nest_as_deep_as_the_limit_says() {
    let level = [&[0; 100][..], &[1]].concat();
    let message = [&level.repeat(127), &[0; 101][..]].concat();
    assert!(decode::<Node<100>>(&message).is_ok());
}
