import { makeZip, predictLength } from "client-zip";

export interface ZipEntry {
  /** Name within the archive; a second one alike gets a number. */
  name: string;
  bytes: number;
  lastModified: Date;
  /** Called when the entry's turn comes, so that one file at a time is open. */
  open(): Promise<AsyncIterable<Uint8Array>>;
}

export interface ZipStream {
  stream: ReadableStream<Uint8Array>;
  /** Exact length in bytes, so that a download shows its progress and an early end is seen. */
  contentLength: number;
}

/** A ZIP of stored (not compressed: media is already) entries, made while it is read, in constant memory. */
export function streamZip(entries: readonly ZipEntry[]): ZipStream {
  const named = withUniqueNames(entries);
  const contentLength = predictLength(
    named.map(({ name, bytes, lastModified }) => ({ name, size: bytes, lastModified })),
  );
  return { stream: createStream(named), contentLength: Number(contentLength) };
}

/** client-zip leaves the entry it is reading open when its own reader goes, so closing it is done here. */
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
  let hasLeft = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        // The reader left meanwhile: the stream is closed already.
        if (hasLeft) return;
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        hasLeft = true;
        await current?.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Breaks the download off rather than hand out an archive whose length was promised wrongly. */
async function* readExactly(entry: ZipEntry): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of await entry.open()) {
    bytes += chunk.byteLength;
    yield chunk;
  }
  if (bytes !== entry.bytes) throw new Error(`${entry.name} has ${bytes} bytes instead of ${entry.bytes}`);
}

/** Names that differ on file systems that ignore case too: `fox.jpg`, `fox (2).jpg`. */
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
