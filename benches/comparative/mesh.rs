//! A mesh of 125,000 triangles, in the shape of `mesh` of the rust_serialization_benchmark: all of it is `f32`.

use onesheet::list::Seq;

use crate::codec::{Onesheet, Rkyv, RkyvUnchecked, Wincode, codecs};
use crate::field::fields;
use crate::hand;
use crate::random::Random;
use crate::row::{Bench, Cost, Row, contenders};

codecs! {
    #[derive(Copy, bytemuck::NoUninit)]
    #[repr(C)]
    pub struct Vector3 {
        pub x: f32,
        pub y: f32,
        pub z: f32,
    }

    #[derive(Copy, bytemuck::NoUninit)]
    #[repr(C)]
    pub struct Triangle {
        pub v0: Vector3,
        pub v1: Vector3,
        pub v2: Vector3,
        pub normal: Vector3,
    }

    pub struct Mesh {
        pub triangles: Vec<Triangle>,
    }
}

#[derive(onesheet::Deserialize)]
pub struct MeshSheet<'a> {
    pub triangles: Seq<'a, Triangle>,
}

/// wincode borrows what lies in memory as on the wire.
#[derive(wincode::SchemaRead)]
pub struct MeshWincode<'a> {
    pub triangles: &'a [Triangle],
}

fields!({ x, y, z } for Vector3, ArchivedVector3);
fields!({ v0, v1, v2, normal } for Triangle, ArchivedTriangle);
fields!({ triangles } for Mesh, MeshSheet<'_>, MeshWincode<'_>, ArchivedMesh);

fn vector(random: &mut Random) -> Vector3 {
    Vector3 { x: random.f32(), y: random.f32(), z: random.f32() }
}

fn triangle(random: &mut Random) -> Triangle {
    Triangle { v0: vector(random), v1: vector(random), v2: vector(random), normal: vector(random) }
}

pub fn mesh(triangles: usize) -> Mesh {
    Mesh { triangles: Random::new("sets/mesh").list(triangles, triangle) }
}

pub fn rows(bench: &mut Bench) {
    let name = "sets/mesh";
    if !bench.wants(name, Cost::Long) {
        return;
    }
    let pool: &'static [Mesh] = vec![mesh(125_000)].leak();
    let mut row = Row::new(bench, name).compressed();
    contenders!(row, pool);
    row.hand::<Onesheet, _>(pool, hand::mesh);
    row.view::<Onesheet, Onesheet, _, MeshSheet>(pool);
    row.view::<Wincode, Wincode, _, MeshWincode>(pool);
    row.view::<Rkyv, Rkyv, _, &'static ArchivedMesh>(pool);
    row.view::<Rkyv, RkyvUnchecked, _, &'static ArchivedMesh>(pool);
    row.run(bench);
}
