/** Where notes are mixed: two channels, and what goes into the room. It holds a bar and what rings on after it. */
export class Stage {
  readonly sampleRate: number;
  readonly left: Float32Array<ArrayBuffer>;
  readonly right: Float32Array<ArrayBuffer>;
  readonly room: Float32Array<ArrayBuffer>;

  constructor(sampleRate: number, seconds: number) {
    this.sampleRate = sampleRate;
    const length = Math.ceil(sampleRate * seconds);
    this.left = new Float32Array(length);
    this.right = new Float32Array(length);
    this.room = new Float32Array(length);
  }

  /** Adds samples from a place on. `pan` is -1 left to 1 right, `send` the share that goes into the room. */
  add(samples: Float32Array, place: number, mix: { gain: number; pan: number; send: number }): void {
    // Equal power: a sound is as loud at the side as in the middle.
    const angle = ((mix.pan + 1) * Math.PI) / 4;
    const leftGain = mix.gain * Math.cos(angle) * Math.SQRT2;
    const rightGain = mix.gain * Math.sin(angle) * Math.SQRT2;
    const roomGain = mix.gain * mix.send;
    const end = Math.min(samples.length, this.left.length - place);
    for (let index = 0; index < end; index += 1) {
      const sample = samples[index] ?? 0;
      this.left[place + index] = (this.left[place + index] ?? 0) + sample * leftGain;
      this.right[place + index] = (this.right[place + index] ?? 0) + sample * rightGain;
      this.room[place + index] = (this.room[place + index] ?? 0) + sample * roomGain;
    }
  }

  /** Takes away the first samples; what rings on moves to the front. */
  take(count: number): {
    left: Float32Array<ArrayBuffer>;
    right: Float32Array<ArrayBuffer>;
    room: Float32Array<ArrayBuffer>;
  } {
    const taken = {
      left: this.left.slice(0, count),
      right: this.right.slice(0, count),
      room: this.room.slice(0, count),
    };
    for (const line of [this.left, this.right, this.room]) {
      line.copyWithin(0, count);
      line.fill(0, line.length - count);
    }
    return taken;
  }
}
