import { createHash } from "node:crypto";
import { makeZip } from "client-zip";
import { StudioError } from "@/lib/errors/studio-error";
import { withoutRemovals } from "@/lib/media/removal/without-removals.server";
import { blobKey, BlobMissingError, type BlobStore, errorCode } from "@/lib/media/store/blob-store.server";
import {
  archiveFormat,
  assetName,
  type Manifest,
  manifestName,
  pageName,
  rowsName,
} from "./archive-format.server";
import { type TableName, tableNames } from "./archive-tables.server";
import { type AccountFile, type AccountReader, readAccount, type ShownItem } from "./read-account.server";
import { writePage } from "./write-page";

/** Few enough for a browser to open at once. */
const itemsPerPage = 200;

interface Exported {
  databaseUrl: string;
  store: BlobStore;
  email: string;
  /** Version of this studio. */
  studio: string;
}

/**
 * Writes an account as one archive, in constant memory but for some 200 bytes a file: first the rows of one moment, then
 * the files that they name, which are not removed meanwhile. Files that the studio lacks are named in the manifest.
 *
 * @param write writes the bytes to their place, at its pace
 * @throws ArchiveError where nobody has this address
 */
export async function exportAccount(
  exported: Exported,
  write: (bytes: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<Manifest> {
  return withoutRemovals(exported.databaseUrl, () =>
    readAccount(exported, async (reader) => {
      const manifest = startManifest(exported, reader);
      await write(readStream(makeZip(listMembers(exported, reader, manifest))));
      return manifest;
    }),
  );
}

async function* readStream(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}

interface Member {
  name: string;
  lastModified: Date;
  input: AsyncIterable<Uint8Array> | string;
}

function startManifest({ studio }: Exported, { account, createdAt, underWay }: AccountReader): Manifest {
  const { email, name } = account;
  const none = { rows: 0, sha256: "" };
  return {
    format: archiveFormat,
    studio,
    createdAt,
    account: { email, name },
    rows: Object.fromEntries(tableNames.map((table) => [table, none])) as Manifest["rows"],
    assets: { count: 0, bytes: 0 },
    faults: [],
    underWay,
  };
}

/** Fills in the manifest meanwhile, and yields it last. */
async function* listMembers(
  { store }: Exported,
  reader: AccountReader,
  manifest: Manifest,
): AsyncGenerator<Member> {
  const lastModified = new Date(reader.createdAt);
  for (const table of tableNames) {
    yield { name: rowsName(table), lastModified, input: readRows(reader, table, manifest) };
  }
  const files = await reader.listFiles();
  for await (const [page, html] of listPages(reader, files)) {
    yield { name: pageName(page), lastModified, input: html };
  }
  for (const file of files) {
    const source = await openFile(store, file, manifest);
    if (!source) continue;
    yield {
      name: assetName(file.sha256, file.mimeType),
      lastModified,
      input: readFile(source, file, manifest),
    };
  }
  yield { name: manifestName, lastModified, input: `${JSON.stringify(manifest, null, 2)}\n` };
}

async function* readRows(
  reader: AccountReader,
  table: TableName,
  manifest: Manifest,
): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  let count = 0;
  for await (const { text, rows } of reader.readLines(table)) {
    const bytes = Buffer.from(text);
    hash.update(bytes);
    count += rows;
    yield bytes;
  }
  manifest.rows[table] = { rows: count, sha256: hash.digest("hex") };
}

async function* listPages(
  reader: AccountReader,
  files: readonly AccountFile[],
): AsyncGenerator<[number, string]> {
  const types = new Map(files.map(({ sha256, mimeType }) => [sha256, mimeType]));
  const pages = Math.max(1, Math.ceil(reader.itemCount / itemsPerPage));
  const { name, email } = reader.account;
  const write = (page: number, items: readonly ShownItem[]): [number, string] => [
    page,
    writePage({
      page,
      pages,
      title: name,
      facts: `${email} · ${reader.createdAt.slice(0, 10)} · ${reader.itemCount}`,
      items,
      linkPage: pageName,
      linkFile: (sha256) => assetName(sha256, types.get(sha256) ?? ""),
    }),
  ];
  let page = 1;
  let items: ShownItem[] = [];
  for await (const item of reader.readItems()) {
    items.push(item);
    if (items.length < itemsPerPage) continue;
    yield write(page, items);
    page += 1;
    items = [];
  }
  if (items.length > 0 || page === 1) yield write(page, items);
}

/** Null for a file that is missing. */
async function openFile(
  store: BlobStore,
  { sha256 }: AccountFile,
  manifest: Manifest,
): Promise<AsyncIterable<Uint8Array> | null> {
  try {
    return (await store.openRead(blobKey(sha256))) as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (!(error instanceof BlobMissingError)) throw error;
    manifest.faults.push({ sha256, fault: "missing" });
    return null;
  }
}

async function* readFile(
  source: AsyncIterable<Uint8Array>,
  { sha256 }: AccountFile,
  manifest: Manifest,
): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  try {
    for await (const chunk of source) {
      hash.update(chunk);
      manifest.assets.bytes += chunk.byteLength;
      yield chunk;
    }
  } catch (error) {
    // A bad sector: the rest of the archive is worth having.
    if (errorCode(error instanceof StudioError ? error.cause : error) !== "EIO") throw error;
  }
  manifest.assets.count += 1;
  if (hash.digest("hex") !== sha256) manifest.faults.push({ sha256, fault: "damaged" });
}
