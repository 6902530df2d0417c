import { buffer } from "node:stream/consumers";
import { crc32, deflateRawSync } from "node:zlib";
import { pack, type Header } from "tar-stream";
import { inChunks } from "../../testing/sample-media";
import { streamZip } from "../../zip.server";

/** Members of an archive, in order. */
export type Files = [name: string | (Partial<Header> & { name: string }), content: string | Buffer][];

/** The result of long speech (unshown.md Long speech "result file"). */
export const narration: Files = [
  ["out/story.mp3", Buffer.alloc(3_000, 7)],
  ["out/story.titles", '[{"text":"狐狸"}]'],
  ["out/story.extra", "{}"],
];

export async function createTar(files: Files): Promise<Buffer> {
  const archive = pack();
  for (const [header, content] of files) {
    archive.entry(typeof header === "string" ? { name: header } : header, content);
  }
  archive.finalize();
  return buffer(archive);
}

export async function createZip(files: [name: string, content: string | Buffer][]): Promise<Buffer> {
  const entries = files.map(([name, content]) => ({
    name,
    bytes: Buffer.byteLength(content),
    lastModified: new Date(),
    open: () => Promise.resolve(inChunks(Buffer.from(content))),
  }));
  return Buffer.from(await new Response(streamZip(entries).stream).arrayBuffer());
}

/** A malicious ZIP: one deflated member with arbitrary fields. */
export function forgeZip({
  name = "a.txt",
  content = Buffer.from("hello"),
  size = content.length,
  flags = 0,
  unixMode = 0o100644,
  checksum = crc32(content),
}: {
  name?: string;
  content?: Buffer;
  size?: number;
  flags?: number;
  unixMode?: number;
  checksum?: number;
} = {}): Buffer {
  const packed = deflateRawSync(content);
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(flags, 2);
  common.writeUInt16LE(8, 4);
  common.writeUInt32LE(checksum, 10);
  common.writeUInt32LE(packed.length, 14);
  common.writeUInt32LE(size, 18);
  common.writeUInt16LE(Buffer.byteLength(name), 22);
  const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, Buffer.from(name), packed]);
  const extra = Buffer.alloc(14);
  extra.writeUInt32LE((unixMode << 16) >>> 0, 6);
  const central = Buffer.concat([
    Buffer.from("PK\x01\x02"),
    Buffer.from([20, 3]),
    common,
    extra,
    Buffer.from(name),
  ]);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", "latin1");
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}
