//! What may happen to a file, and which blocks are whole behind it.

use std::collections::BTreeSet;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use crate::made::{Block, Kind, record};

/// What happens to a block.
#[derive(Clone, Debug)]
pub enum Damage {
    None,
    Cut(Index),
    Change(Index, u8),
    Replace(Index, Index, Vec<u8>),
    Lost(Vec<u8>),
    Twice,
    /// It changes places with the block behind it.
    Behind,
}

pub fn damages() -> impl Strategy<Value = Vec<Damage>> {
    let index = any::<Index>;
    let unused = (prop_oneof![Just(0u8), Just(0xff)], 0..60usize).prop_map(|(by, n)| vec![by; n]);
    let by = prop_oneof![2 => record(), 1 => unused];
    let damage = prop_oneof![
        6 => Just(Damage::None),
        1 => index().prop_map(Damage::Cut),
        1 => (index(), 1..=u8::MAX).prop_map(|(at, by)| Damage::Change(at, by)),
        1 => (index(), index(), by.clone()).prop_map(|(from, to, by)| Damage::Replace(from, to, by)),
        1 => by.prop_map(Damage::Lost),
        1 => Just(Damage::Twice),
        1 => Just(Damage::Behind),
    ];
    vec(damage, 1..12)
}

/// A file, and where which block was written in it, or would be whole.
#[derive(Clone, Debug, Default)]
pub struct File {
    pub bytes: Vec<u8>,
    written: Vec<(usize, Block)>,
}

impl File {
    pub fn new(blocks: &[Block]) -> Self {
        let mut file = File::default();
        blocks.iter().for_each(|block| file.push(block, block.bytes.clone()));
        file
    }

    pub fn damaged(blocks: &[Block], damages: &[Damage]) -> Self {
        let mut blocks: Vec<_> = blocks.iter().zip(damages.iter().cycle()).collect();
        for place in 1..blocks.len() {
            if let Damage::Behind = blocks[place - 1].1 {
                blocks.swap(place - 1, place);
            }
        }
        let mut file = File::default();
        for (block, damage) in blocks {
            let mut bytes = block.bytes.clone();
            match damage {
                Damage::None | Damage::Behind => {}
                Damage::Cut(at) => bytes.truncate(at.index(bytes.len())),
                Damage::Change(at, by) => {
                    let at = at.index(bytes.len());
                    bytes[at] ^= by;
                }
                Damage::Replace(from, to, by) => {
                    let (from, to) = (from.index(bytes.len()), to.index(bytes.len()));
                    bytes.splice(from.min(to)..from.max(to), by.iter().copied());
                }
                Damage::Lost(by) => bytes.clone_from(by),
                Damage::Twice => file.push(block, block.bytes.clone()),
            }
            file.push(block, bytes);
        }
        file
    }

    /// Adds a block, of which these bytes are left.
    pub fn push(&mut self, block: &Block, left: Vec<u8>) {
        let start = self.bytes.len();
        self.bytes.extend(&left);
        self.written.push((start, block.clone()));
        // Or it ends where it would, for something was put in front of it or its start is lost.
        let moved = self.bytes.len().checked_sub(block.bytes.len());
        if let Some(moved) = moved.filter(|moved| *moved != start) {
            self.written.push((moved, block.clone()));
        }
    }

    /// Adds bytes that are no block.
    pub fn push_other(&mut self, bytes: &[u8]) {
        self.bytes.extend(bytes);
    }

    /// The blocks of which all bytes are there, in order, as far as a reader that begins at a place finds
    /// them.
    ///
    /// What is torn off a block may be there again, as what follows. So unused space may follow an end
    /// block of which zeros are missing. And a body that ends in the start of a mark, and is torn just
    /// there, is completed by the mark of the block behind it. That one is lost: it begins within a good
    /// block (F9). Nor is a block damaged that lost no more than the start of its mark, if what comes before
    /// ends in it.
    pub fn whole(&self, from: usize, max_body: usize) -> Vec<(usize, Block)> {
        let (mut whole, mut end) = (Vec::new(), from);
        let mut there: Vec<_> = self.there(max_body).filter(|(at, _)| *at >= from).collect();
        there.sort_by_key(|(at, _)| *at);
        for (at, block) in there {
            if at >= end {
                end = at + block.bytes.len();
                whole.push((at, block.clone()));
            }
        }
        whole
    }

    /// Whether two blocks that are there overlap.
    pub fn has_overlap(&self, max_body: usize) -> bool {
        self.whole(0, max_body).len() < self.there(max_body).count()
    }

    /// The sections whose schema blocks are there before a place.
    pub fn sections(&self, before: usize, max_body: usize) -> BTreeSet<usize> {
        let there = self.there(max_body).filter(|(at, _)| *at < before);
        there
            .filter(|(_, block)| block.kind == Kind::Schema)
            .map(|(_, block)| block.section)
            .collect()
    }

    fn there(&self, max_body: usize) -> impl Iterator<Item = (usize, &Block)> {
        let there = self.written.iter().map(|(at, block)| (*at, block));
        let is_there = move |(at, block): &(usize, &Block)| {
            !block.is_too_long(max_body) && self.bytes[*at..].starts_with(&block.bytes)
        };
        there.filter(is_there)
    }
}
