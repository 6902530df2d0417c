import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { crc32 } from "node:zlib";
import { expect, it } from "vitest";
import { openZip } from "./unpack/unpack-zip.server";
import {
  measureCentralHeader,
  measureEntry,
  type PlacedEntry,
  writeCentralHeader,
  writeDescriptor,
  writeEnd,
  writeLocalHeader,
} from "./zip-records";

it("places entries of and behind more than 4 GiB, which other programs read", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "reverie-zip-"));
  const fileName = path.join(folder, "large.zip");
  const file = await open(fileName, "w");
  const lastModified = new Date("2026-03-04T05:06:07Z");
  const large: PlacedEntry = { name: Buffer.from("large.bin"), bytes: 5e9, lastModified, offset: 0 };
  const content = Buffer.from("after it");
  const small: PlacedEntry = {
    name: Buffer.from("klein 小.txt"),
    bytes: content.length,
    lastModified,
    offset: measureEntry(large),
  };
  const offset = small.offset + measureEntry(small);
  // The bytes of the large entry are a hole in the file.
  await file.write(writeLocalHeader(large), 0, undefined, 0);
  const descriptor = writeDescriptor(large, 1);
  await file.write(descriptor, 0, undefined, small.offset - descriptor.length);
  const rest = Buffer.concat([
    writeLocalHeader(small),
    content,
    writeDescriptor(small, crc32(content)),
    writeCentralHeader(large, 1),
    writeCentralHeader(small, crc32(content)),
    writeEnd({ count: 2, offset, bytes: measureCentralHeader(large) + measureCentralHeader(small) }),
  ]);
  await file.write(rest, 0, undefined, small.offset);
  await file.close();
  const zip = await openZip(fileName);
  const members = await Array.fromAsync(zip.members());
  expect(members.map(({ name, bytes }) => [name, bytes])).toEqual([
    ["large.bin", 5e9],
    ["klein 小.txt", content.length],
  ]);
  expect(Buffer.concat(await Array.fromAsync(members[1]!.read())).toString()).toBe("after it");
  zip.close();
  await rm(folder, { recursive: true });
});
