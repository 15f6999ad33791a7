"""Hints for the types that Python has no word for: `u16` is `Annotated[int, "u16"]`."""

from typing import Annotated

u8 = Annotated[int, "u8"]
u16 = Annotated[int, "u16"]
u32 = Annotated[int, "u32"]
u64 = Annotated[int, "u64"]
u128 = Annotated[int, "u128"]
i8 = Annotated[int, "i8"]
i16 = Annotated[int, "i16"]
i32 = Annotated[int, "i32"]
i64 = Annotated[int, "i64"]
i128 = Annotated[int, "i128"]
fixed_u16 = Annotated[int, "fixed u16"]
fixed_u32 = Annotated[int, "fixed u32"]
fixed_u64 = Annotated[int, "fixed u64"]
fixed_i16 = Annotated[int, "fixed i16"]
fixed_i32 = Annotated[int, "fixed i32"]
fixed_i64 = Annotated[int, "fixed i64"]
f32 = Annotated[float, "f32"]
f64 = Annotated[float, "f64"]
char = Annotated[str, "char"]
