//! serde's traits for the parts of a value, by one method of the type that takes them.

/// `item(value)` and `done()` as the traits of sequences named.
macro_rules! serialize_items {
    ($type:ty: $($name:ident, $method:ident;)*) => {$(
        impl serde::ser::$name for $type {
            type Ok = ();
            type Error = crate::error::Invalid;

            #[inline]
            fn $method<T: serde::Serialize + ?Sized>(
                &mut self,
                value: &T,
            ) -> Result<(), Self::Error> {
                self.item(value)
            }

            #[inline]
            fn end(self) -> Result<(), Self::Error> {
                self.done()
            }
        }
    )*};
}

/// `field(name, value)` and `done()` as the traits of named fields.
macro_rules! serialize_fields {
    ($type:ty) => {
        crate::compound::serialize_fields!($type: SerializeStruct SerializeStructVariant);
    };
    ($type:ty: $($name:ident)*) => {$(
        impl serde::ser::$name for $type {
            type Ok = ();
            type Error = crate::error::Invalid;

            #[inline]
            fn serialize_field<T: serde::Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), Self::Error> {
                self.field(name, value)
            }

            #[inline]
            fn end(self) -> Result<(), Self::Error> {
                self.done()
            }
        }
    )*};
}

pub(crate) use {serialize_fields, serialize_items};
