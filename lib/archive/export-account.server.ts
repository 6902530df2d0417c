import { createHash } from "node:crypto";
import { makeZip } from "client-zip";
import { whileHeld } from "@/lib/media/removal/while-held.server";
import type { BlobStore } from "@/lib/media/store/blob-store.server";
import {
  archiveFormat,
  assetName,
  type Manifest,
  manifestName,
  pageName,
  rowsName,
} from "./archive-format.server";
import { type TableName, tableNames } from "./archive-tables.server";
import type { FilmChoice } from "./choose-film.server";
import { type AccountFile, type AccountReader, readAccount, type ShownItem } from "./read-account.server";
import { readFiles } from "./read-files.server";
import { writePage } from "./write-page";

/** Few enough for a browser to open at once. */
const itemsPerPage = 200;

export interface Exported {
  databaseUrl: string;
  store: BlobStore;
  email: string;
  /** Version of this studio. */
  studio: string;
  /** Exports only this film with what it needs. */
  film?: FilmChoice;
}

/**
 * Writes an account, or one film with its items, as one archive, in constant memory but for some 200 bytes a file: first the rows of one moment, then
 * the files that they name, which are not removed meanwhile. Files that the studio lacks are named in the manifest.
 *
 * @param write writes the bytes to their place, at its pace, and may stop reading them
 * @throws ArchiveError where nobody has this address
 */
export async function exportAccount(
  exported: Exported,
  write: (bytes: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<Manifest> {
  const { databaseUrl } = exported;
  // Before the rows are read: a file that is removed until then has no rows either.
  const files = await readAccount(exported, (reader) => reader.listFiles());
  const digests = files.map(({ sha256 }) => sha256);
  return whileHeld(databaseUrl, digests, () =>
    readAccount(exported, async (reader) => {
      const manifest = startManifest(exported, reader);
      await write(zipMembers(listMembers(exported, reader, manifest)));
      return manifest;
    }),
  );
}

/** client-zip closes neither the current member nor the list of members when its reader stops, so this does. */
async function* zipMembers(members: AsyncGenerator<Member>): AsyncGenerator<Uint8Array> {
  const current: { input?: Member["input"] } = {};
  async function* inTurn() {
    for await (const member of members) {
      current.input = member.input;
      yield member;
    }
  }
  const reader = makeZip(inTurn()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    const { input } = current;
    if (typeof input === "object" && Symbol.asyncIterator in input)
      await input[Symbol.asyncIterator]().return?.();
    await members.return(undefined);
  }
}

interface Member {
  name: string;
  lastModified: Date;
  input: AsyncIterable<Uint8Array> | Uint8Array | string;
}

function startManifest(
  { studio, film }: Exported,
  { account, createdAt, underWay }: AccountReader,
): Manifest {
  // A film is for others, too, who need not know the address.
  const { email, name } = film ? { email: "", name: account.name } : account;
  const none = { rows: 0, sha256: "" };
  return {
    format: archiveFormat,
    studio,
    createdAt,
    account: { email, name },
    ...(film ? { film: { title: film.title } } : {}),
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
  for await (const [page, html] of listPages(reader, files, manifest)) {
    yield { name: pageName(page), lastModified, input: html };
  }
  // The files may take hours, for which the database shouldn't keep what changes.
  await reader.end();
  for await (const { file, input } of readFiles(store, files, manifest)) {
    yield { name: assetName(file.sha256, file.mimeType), lastModified, input };
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
  { account: { name, email }, film }: Manifest,
): AsyncGenerator<[number, string]> {
  const types = new Map(files.map(({ sha256, mimeType }) => [sha256, mimeType]));
  const pages = Math.max(1, Math.ceil(reader.itemCount / itemsPerPage));
  const facts = [film ? name : email, reader.createdAt.slice(0, 10), reader.itemCount].join(" · ");
  const write = (page: number, items: readonly ShownItem[]): [number, string] => [
    page,
    writePage({
      page,
      pages,
      title: film?.title ?? name,
      facts,
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
