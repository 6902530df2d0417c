import { crc32 } from "node:zlib";
import {
  measureCentralHeader,
  measureEntry,
  type PlacedEntry,
  writeCentralHeader,
  writeDescriptor,
  writeEnd,
  writeLocalHeader,
} from "./zip-records";

export interface ZipEntry {
  /** Name in the archive; duplicates get a number. */
  name: string;
  bytes: number;
  lastModified: Date;
  /** Called when the entry is next, so that only one file is open. */
  open(): Promise<AsyncIterable<Uint8Array>>;
}

export interface ZipStream {
  stream: ReadableStream<Uint8Array>;
  /** Exact length in bytes, so that browsers show progress and detect an incomplete download. */
  contentLength: number;
}

/** Streams a ZIP in constant memory. Entries aren't compressed, because media already is. */
export function streamZip(entries: readonly ZipEntry[]): ZipStream {
  let offset = 0;
  const placed = withUniqueNames(entries).map((entry) => {
    const place = { ...entry, fileName: entry.name, name: Buffer.from(entry.name), offset };
    offset += measureEntry(place);
    return place;
  });
  const bytes = placed.reduce((sum, entry) => sum + measureCentralHeader(entry), 0);
  const end = writeEnd({ count: placed.length, offset, bytes });
  const pieces = writePieces(placed, end);
  return {
    stream: new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const { done, value } = await pieces.next();
          if (done) controller.close();
          else controller.enqueue(value);
        },
        // Ends the generators, which closes the file that is open.
        cancel: async () => void (await pieces.return(undefined)),
      },
      { highWaterMark: 0 },
    ),
    contentLength: offset + bytes + end.length,
  };
}

type NamedEntry = Omit<ZipEntry, "name"> & PlacedEntry & { fileName: string };

async function* writePieces(
  entries: readonly NamedEntry[],
  end: Uint8Array,
): AsyncGenerator<Uint8Array, undefined> {
  const checksums: number[] = [];
  for (const entry of entries) {
    yield writeLocalHeader(entry);
    let checksum = 0;
    for await (const chunk of readExactly(entry)) {
      checksum = crc32(chunk, checksum);
      yield chunk;
    }
    checksums.push(checksum);
    yield writeDescriptor(entry, checksum);
  }
  for (const [index, entry] of entries.entries()) yield writeCentralHeader(entry, checksums[index]!);
  yield end;
}

/** Fails the download where a file doesn't have its announced length, rather than deliver a broken archive. */
async function* readExactly(entry: NamedEntry): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of await entry.open()) {
    bytes += chunk.byteLength;
    yield chunk;
  }
  if (bytes !== entry.bytes)
    throw new Error(`${entry.fileName} has ${bytes} bytes instead of ${entry.bytes}`);
}

/** Unique names, also on case-insensitive file systems: `fox.jpg`, `fox (2).jpg`. */
function withUniqueNames(entries: readonly ZipEntry[]): ZipEntry[] {
  const taken = new Set<string>();
  return entries.map((entry) => {
    const dot = entry.name.lastIndexOf(".");
    const [stem, extension] = dot > 0 ? [entry.name.slice(0, dot), entry.name.slice(dot)] : [entry.name, ""];
    let name = entry.name;
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${stem} (${number})${extension}`;
    taken.add(name.toLowerCase());
    return { ...entry, name };
  });
}
