//! bytemuck: a marker that writes plain types as an array of their numbers.

use ::bytemuck::Pod;

use crate::ser::Serialize;
use crate::with::With;

/// For `#[onesheet(with = PodArray<f32, 9>)]`: a type that is N numbers of type E in memory, such as a
/// matrix of nalgebra, as the array of these (W8).
///
/// Does not compile for a type of another size.
///
/// ```
/// use onesheet::{Deserialize, Serialize};
/// use onesheet::types::PodArray;
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// #[repr(C)]
/// struct Matrix2([[f32; 2]; 2]);
/// # // SAFETY: four numbers, without padding.
/// unsafe impl bytemuck::Zeroable for Matrix2 {}
/// # // SAFETY: the same.
/// unsafe impl bytemuck::Pod for Matrix2 {}
///
/// #[derive(Serialize, Deserialize, Debug, PartialEq)]
/// struct Turn {
///     #[onesheet(with = PodArray<f32, 4>)]
///     by: Matrix2,
/// }
///
/// let turn = Turn { by: Matrix2([[0.0, 1.0], [-1.0, 0.0]]) };
/// assert_eq!(onesheet::encode(&turn), onesheet::encode(&[0.0f32, 1.0, -1.0, 0.0]));
/// assert_eq!(onesheet::decode(&onesheet::encode(&turn)), Ok(turn));
/// ```
pub struct PodArray<E, const N: usize>(core::marker::PhantomData<E>);

impl<T: Pod, E: Pod + Serialize, const N: usize> With<T> for PodArray<E, N> {
    type Wire<'a> = [E; N];

    fn to_wire(value: &T) -> [E; N] {
        const {
            assert!(
                size_of::<T>() == size_of::<[E; N]>() && size_of::<T>() > 0,
                "`PodArray<E, N>`: the type has another size than N numbers of type E"
            );
        }
        // They are of the same size, as was just seen.
        ::bytemuck::try_cast(*value).unwrap_or(::bytemuck::Zeroable::zeroed())
    }

    fn from_wire(numbers: [E; N]) -> Option<T> {
        ::bytemuck::try_cast(numbers).ok()
    }
}
