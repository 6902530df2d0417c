import type { SoundTags } from "./sound-tags";

const utf8 = 3;

/** An ID3v2.4 tag: TIT2, and COMM of no language ("und"), in UTF-8. */
export function writeId3({ title, comment }: SoundTags): Uint8Array {
  const frames = [
    writeFrame("TIT2", Buffer.concat([Buffer.from([utf8]), Buffer.from(title)])),
    ...(comment
      ? [writeFrame("COMM", Buffer.concat([Buffer.from([utf8]), Buffer.from("und\0"), Buffer.from(comment)]))]
      : []),
  ];
  const body = Buffer.concat(frames);
  const header = Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, ...toSynchsafe(body.length)]);
  return Buffer.concat([header, body]);
}

function writeFrame(id: string, content: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(id),
    Buffer.from(toSynchsafe(content.length)),
    Buffer.from([0, 0]),
    content,
  ]);
}

/** Four times seven bits, so that no player takes a size for the beginning of a frame (ID3v2.4, 6.2). */
function toSynchsafe(size: number): number[] {
  return [21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f);
}
