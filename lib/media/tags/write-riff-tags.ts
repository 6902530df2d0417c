import type { SoundTags } from "./sound-tags";
import { writeId3 } from "./write-id3";

/**
 * Chunks for the end of a WAV file: INFO (INAM, ICMT) for players that know nothing else, whose texts have no character
 * set that all agree on, and an ID3v2 tag, which says that it is in UTF-8.
 */
export function writeRiffTags(tags: SoundTags): Uint8Array {
  return Buffer.concat([writeInfo(tags), writeChunk("id3 ", Buffer.from(writeId3(tags)))]);
}

function writeInfo({ title, comment }: SoundTags): Buffer {
  const parts = [
    Buffer.from("INFO"),
    writeChunk("INAM", toZeroEnded(title)),
    ...(comment ? [writeChunk("ICMT", toZeroEnded(comment))] : []),
  ];
  return writeChunk("LIST", Buffer.concat(parts));
}

function writeChunk(id: string, content: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.write(id, "latin1");
  header.writeUInt32LE(content.length, 4);
  // Chunks begin at even places.
  return Buffer.concat([header, content, Buffer.alloc(content.length % 2)]);
}

function toZeroEnded(text: string): Buffer {
  return Buffer.from(`${text}\0`);
}
