/** The generator of the Rust benchmarks (benches/comparative/random.rs): SplitMix64. */
const MASK = 2n ** 64n - 1n;

export class Random {
  #state = 0x6f6e657368656574n;

  u64() {
    this.#state = (this.#state + 0x9e3779b97f4a7c15n) & MASK;
    let x = this.#state;
    x = ((x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
    x = ((x ^ (x >> 27n)) * 0x94d049bb133111ebn) & MASK;
    return x ^ (x >> 31n);
  }

  /** A number from 0 up to 1. */
  fraction() {
    return Number(this.u64() >> 11n) / 2 ** 53;
  }

  below(end) {
    return Math.floor(this.fraction() * end);
  }

  /** A number from `start` to `end`, both among them. */
  within(start, end) {
    return start + this.below(end - start + 1);
  }

  chance(probability) {
    return this.fraction() < probability;
  }

  one(list) {
    return list[this.below(list.length)];
  }

  list(n, make) {
    return Array.from({ length: n }, () => make(this));
  }
}
