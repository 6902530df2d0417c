import { makeZip, predictLength } from "client-zip";

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
  const named = withUniqueNames(entries);
  const contentLength = predictLength(
    named.map(({ name, bytes, lastModified }) => ({ name, size: bytes, lastModified })),
  );
  return { stream: createStream(named), contentLength: Number(contentLength) };
}

/** client-zip doesn't close the current entry when its reader cancels, so this does. */
function createStream(entries: readonly ZipEntry[]): ReadableStream<Uint8Array> {
  let current: AsyncGenerator<Uint8Array> | undefined;
  const inTurn = function* () {
    for (const entry of entries) {
      const { name, bytes, lastModified } = entry;
      current = readExactly(entry);
      yield { name, size: bytes, lastModified, input: current };
    }
  };
  const reader = makeZip(inTurn()).getReader();
  let isCancelled = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        // The reader cancelled meanwhile: the stream is already closed.
        if (isCancelled) return;
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        isCancelled = true;
        await current?.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Fails the download where a file doesn't have its announced length, rather than deliver a broken archive. */
async function* readExactly(entry: ZipEntry): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of await entry.open()) {
    bytes += chunk.byteLength;
    yield chunk;
  }
  if (bytes !== entry.bytes) throw new Error(`${entry.name} has ${bytes} bytes instead of ${entry.bytes}`);
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
