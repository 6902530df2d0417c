/** Lengths of the room's delay lines in seconds; no two share a factor, so that echoes never fall together. */
const ROOM_LINES = [0.0297, 0.0371, 0.0411, 0.0533] as const;
const KNEE = 0.72;
const CEILING = 0.97;

/** One delay line of the room; its echoes lose their highs. */
class EchoLine {
  private readonly line: Float32Array;
  private place = 0;
  private dull = 0;

  constructor(length: number) {
    this.line = new Float32Array(Math.max(length, 1));
  }

  read(): number {
    return this.line[this.place] ?? 0;
  }

  write(input: number, echo: number, feedback: number): void {
    this.dull = this.dull * 0.35 + echo * 0.65;
    this.line[this.place] = input + this.dull * feedback;
    this.place += 1;
    if (this.place === this.line.length) this.place = 0;
  }
}

/** The end of the mix: a room around everything, then a limit that bends what would be too loud. */
export class Master {
  private readonly lines: readonly [EchoLine, EchoLine, EchoLine, EchoLine];
  private readonly feedback: number;
  private readonly wet: number;

  /** `space` from 0 (dry) to 1 (a cathedral). */
  constructor(sampleRate: number, space: number) {
    const makeLine = (seconds: number) => new EchoLine(Math.round(seconds * sampleRate * (0.8 + space)));
    const [first, second, third, fourth] = ROOM_LINES;
    this.lines = [makeLine(first), makeLine(second), makeLine(third), makeLine(fourth)];
    this.feedback = 0.68 + 0.24 * space;
    this.wet = 0.5 + space;
  }

  /**
   * Finishes samples in place, in the order of the sound. Four delay lines feed each other through a Hadamard matrix,
   * so that nothing is lost but what is meant to be.
   */
  apply(left: Float32Array, right: Float32Array, room: Float32Array): void {
    const [first, second, third, fourth] = this.lines;
    for (let index = 0; index < left.length; index += 1) {
      const input = (room[index] ?? 0) * 0.5;
      const [a, b, c, d] = [first.read(), second.read(), third.read(), fourth.read()];
      first.write(input, 0.5 * (a + b + c + d), this.feedback);
      second.write(input, 0.5 * (a - b + c - d), this.feedback);
      third.write(input, 0.5 * (a + b - c - d), this.feedback);
      fourth.write(input, 0.5 * (a - b - c + d), this.feedback);
      left[index] = limit((left[index] ?? 0) + this.wet * (a + c));
      right[index] = limit((right[index] ?? 0) + this.wet * (b + d));
    }
  }
}

function limit(sample: number): number {
  const size = Math.abs(sample);
  if (size <= KNEE) return sample;
  return Math.sign(sample) * (KNEE + (CEILING - KNEE) * Math.tanh((size - KNEE) / (CEILING - KNEE)));
}
