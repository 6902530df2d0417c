/** Magnitudes of the lower half of a spectrum; the length of the frame must be a power of two. */
export class Spectrum {
  private readonly size: number;
  private readonly window: Float64Array;
  private readonly order: Uint32Array;
  private readonly cosines: Float64Array;
  private readonly sines: Float64Array;
  private readonly real: Float64Array;
  private readonly imaginary: Float64Array;

  constructor(size: number) {
    this.size = size;
    this.order = Uint32Array.from({ length: size }, (_one, index) => reverseBits(index, size));
    this.window = Float64Array.from(
      { length: size },
      (_one, index) => 0.5 - 0.5 * Math.cos((2 * Math.PI * index) / size),
    );
    this.cosines = Float64Array.from({ length: size / 2 }, (_one, index) =>
      Math.cos((2 * Math.PI * index) / size),
    );
    this.sines = Float64Array.from({ length: size / 2 }, (_one, index) =>
      Math.sin((2 * Math.PI * index) / size),
    );
    this.real = new Float64Array(size);
    this.imaginary = new Float64Array(size);
  }

  /** Of the samples from a place on; what lies beyond the ends counts as silence. */
  measure(samples: Float32Array, place: number): Float64Array {
    const { size, real, imaginary } = this;
    imaginary.fill(0);
    for (let index = 0; index < size; index += 1) {
      real[this.order[index] ?? 0] = (samples[place + index] ?? 0) * (this.window[index] ?? 0);
    }
    for (let half = 1; half < size; half *= 2) this.combine(half);
    const magnitudes = new Float64Array(size / 2);
    for (let bin = 0; bin < magnitudes.length; bin += 1) {
      magnitudes[bin] = Math.sqrt((real[bin] ?? 0) ** 2 + (imaginary[bin] ?? 0) ** 2);
    }
    return magnitudes;
  }

  /** Joins transforms of so many points to transforms of twice as many. */
  private combine(half: number): void {
    const { size, real, imaginary } = this;
    const stride = size / (2 * half);
    for (let start = 0; start < size; start += 2 * half) {
      for (let step = 0; step < half; step += 1) {
        const [even, odd] = [start + step, start + step + half];
        const [cosine, sine] = [this.cosines[step * stride] ?? 0, this.sines[step * stride] ?? 0];
        const oddReal = (real[odd] ?? 0) * cosine + (imaginary[odd] ?? 0) * sine;
        const oddImaginary = (imaginary[odd] ?? 0) * cosine - (real[odd] ?? 0) * sine;
        const [evenReal, evenImaginary] = [real[even] ?? 0, imaginary[even] ?? 0];
        real[odd] = evenReal - oddReal;
        imaginary[odd] = evenImaginary - oddImaginary;
        real[even] = evenReal + oddReal;
        imaginary[even] = evenImaginary + oddImaginary;
      }
    }
  }
}

function reverseBits(value: number, size: number): number {
  let [reversed, rest] = [0, value];
  for (let bit = 1; bit < size; bit *= 2) {
    reversed = reversed * 2 + (rest & 1);
    rest >>= 1;
  }
  return reversed;
}
