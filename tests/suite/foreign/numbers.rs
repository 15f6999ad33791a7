//! Numbers, vectors and matrices.

use onesheet::types::{FlagBits, PodArray};
use onesheet::{Deserialize, ErrorKind, Serialize, decode, encode};
use ordered_float::{NotNan, OrderedFloat};
use rust_decimal::Decimal;

use super::{refused, twins};

#[test]
fn decimals_are_a_scale_and_an_integer() {
    let pair = |integer: i128, scale: u32| {
        (Decimal::from_i128_with_scale(integer, scale), (scale, integer))
    };
    twins(
        &[pair(12345, 2), pair(-5, 0), pair((1 << 96) - 1, 28), pair(100, 2)],
        "[[\"2\",\"12345\"],[\"0\",\"-5\"],[\"28\",\"79228162514264337593543950335\"],[\"2\",\"100\"]]",
    );
    let bad = [(29, 0i128), (0, 1 << 96), (u32::MAX, 1)];
    refused::<Decimal, _>(&(0u32, 0i128), &bad, ErrorKind::Refused);
    // A negative zero is equal to zero, and written as it.
    let mut zero = Decimal::ZERO;
    zero.set_sign_negative(true);
    assert_eq!(encode(&zero), encode(&(0u32, 0i128)));
}

#[test]
fn ordered_floats_are_floats() {
    let pairs = [1.5f32, -0.0, f32::INFINITY].map(|x| (OrderedFloat(x), x));
    twins(&pairs, "[\"0x3fc00000\",\"0x80000000\",\"0x7f800000\"]");
    let pairs = [1.5f64, 0.0].map(|x| (OrderedFloat(x), x));
    twins(&pairs, "[\"0x3ff8000000000000\",\"0x0000000000000000\"]");
    let pairs = [1.5f64, f64::MIN].map(|x| (NotNan::new(x).unwrap(), x));
    twins(&pairs, "[\"0x3ff8000000000000\",\"0xffefffffffffffff\"]");
    refused::<NotNan<f32>, _>(&0f32, &[f32::NAN], ErrorKind::Refused);
    refused::<NotNan<f64>, _>(&0f64, &[-f64::NAN], ErrorKind::Refused);
    // Any NaN keeps its bits.
    let nan = f64::from_bits(0x7ff8_0000_0000_0123);
    let read: OrderedFloat<f64> = decode(&encode(&nan)).unwrap();
    assert_eq!(read.0.to_bits(), nan.to_bits());
}

#[test]
fn vectors_are_arrays() {
    use glam_0_34::{Affine3A, DVec3, IVec2, Mat2, Quat, UVec4, Vec3, Vec3A};

    let json = "[[\"0x3f800000\",\"0x40000000\",\"0x40400000\"]]";
    twins(&[(Vec3::new(1.0, 2.0, 3.0), [1f32, 2.0, 3.0])], json);
    twins(&[(Vec3A::new(1.0, 2.0, 3.0), [1f32, 2.0, 3.0])], json);
    twins(
        &[(Quat::from_xyzw(0.0, 0.0, 0.0, 1.0), [0f32, 0.0, 0.0, 1.0])],
        "[[\"0x00000000\",\"0x00000000\",\"0x00000000\",\"0x3f800000\"]]",
    );
    twins(
        &[(DVec3::X, [1f64, 0.0, 0.0])],
        "[[\"0x3ff0000000000000\",\"0x0000000000000000\",\"0x0000000000000000\"]]",
    );
    twins(&[(IVec2::new(-5, 7), [-5i32, 7])], "[[\"-5\",\"7\"]]");
    twins(
        &[(UVec4::MAX, [u32::MAX; 4])],
        "[[\"4294967295\",\"4294967295\",\"4294967295\",\"4294967295\"]]",
    );
    // Column after column.
    let matrix = Mat2::from_cols([1.0, 2.0].into(), [3.0, 4.0].into());
    twins(
        &[(matrix, [1f32, 2.0, 3.0, 4.0])],
        "[[\"0x3f800000\",\"0x40000000\",\"0x40400000\",\"0x40800000\"]]",
    );
    let moved = Affine3A::from_translation(Vec3::new(7.0, 8.0, 9.0));
    let columns = [1f32, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 7.0, 8.0, 9.0];
    assert_eq!(encode(&moved), encode(&columns));
    #[cfg(feature = "glam-0_30")]
    twins(&[(glam_0_30::Vec3::new(1.0, 2.0, 3.0), [1f32, 2.0, 3.0])], json);

    let vector = mint::Vector3 { x: 1f32, y: 2.0, z: 3.0 };
    twins(&[(vector, [1f32, 2.0, 3.0])], json);
    let matrix = mint::ColumnMatrix2::from([[1u8, 2], [3, 4]]);
    twins(&[(matrix, [[1u8, 2], [3, 4]])], "[[[\"1\",\"2\"],[\"3\",\"4\"]]]");
}

#[test]
fn flags_are_the_number_of_their_bits() {
    bitflags::bitflags! {
        #[derive(Debug, PartialEq, Clone)]
        struct Access: u32 {
            const READ = 1;
            const ADMIN = 1 << 20;
        }
    }

    #[derive(Serialize, Deserialize, Debug, PartialEq, Clone)]
    struct User {
        #[onesheet(with = FlagBits)]
        access: Access,
        #[onesheet(with = Vec<FlagBits>)]
        more: Vec<Access>,
    }

    let user = User { access: Access::all(), more: vec![Access::READ, Access::empty()] };
    assert_eq!(encode(&user), encode(&((1u32 << 20) + 1, vec![1u32, 0])));
    assert_eq!(decode(&encode(&user)), Ok(user));
    // What has no name is kept.
    let newer = encode(&(6u32, Vec::<u32>::new()));
    assert_eq!(encode(&decode::<User>(&newer).unwrap()), newer);
}

#[test]
fn plain_types_are_arrays() {
    #[derive(Serialize, Deserialize, Debug, PartialEq)]
    struct Colours {
        #[onesheet(with = Vec<PodArray<u16, 3>>)]
        colours: Vec<[u16; 3]>,
    }

    let colours = Colours { colours: vec![[1, 2, 300], [4, 5, 6]] };
    assert_eq!(encode(&colours), encode(&vec![[1u16, 2, 300], [4, 5, 6]]));
    assert_eq!(decode(&encode(&colours)), Ok(colours));
}
