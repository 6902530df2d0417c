/** A frame of MPEG 1 layer III, 128 kbit/s, 44.1 kHz: a header and zeros, 417 bytes. */
export function makeFrame(): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(417);
  frame.set([0xff, 0xfb, 0x90, 0xc4]);
  return frame;
}
