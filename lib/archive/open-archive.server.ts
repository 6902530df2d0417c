import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { isStorableText } from "@/lib/service/contract/text";
import { UnpackError } from "@/lib/media/unpack/archive-member";
import { openZip, type ZipMember, type ZipReader } from "@/lib/media/unpack/unpack-zip.server";
import { ArchiveError } from "./archive-error";
import {
  archiveFormat,
  archiveLimits,
  type ArchiveLimits,
  formatSchema,
  laterTables,
  type Manifest,
  manifestName,
  manifestSchema,
  readMemberName,
  rowsName,
} from "./archive-format.server";
import { type ArchiveRow, archiveTables, type TableName, tableNames } from "./archive-tables.server";

/** An archive whose members and rows were checked. The bytes of its assets are checked by whoever reads them. */
export interface Archive {
  manifest: Manifest;
  readRows<Name extends TableName>(table: Name): AsyncGenerator<ArchiveRow<Name>>;
  findAsset(sha256: string): ZipMember | undefined;
  close(): void;
}

/**
 * Opens an archive and reads all of its rows once, so that nothing is imported of one with a bad row. Works in constant
 * memory but for the names of its members.
 *
 * @throws ArchiveError that says what is wrong with it
 */
export async function openArchive(file: string, limits: ArchiveLimits = archiveLimits): Promise<Archive> {
  const zip = await orArchiveError(openZip(file));
  try {
    const { others, assets } = await listMembers(zip, file, limits);
    const manifest = await readManifest(others, limits);
    const requireMember = (name: string): ZipMember => {
      const member = others.get(name);
      if (!member) throw new ArchiveError(`The archive lacks ${name}: it isn't complete.`);
      return member;
    };
    const isAbsent = (table: TableName) =>
      laterTables.includes(table) && manifest.rows[table].rows === 0 && !others.has(rowsName(table));
    const readRows = <Name extends TableName>(table: Name): AsyncGenerator<ArchiveRow<Name>> =>
      isAbsent(table) ? noRows() : parseRows(requireMember(rowsName(table)), table, limits);
    for (const table of tableNames) {
      if (isAbsent(table)) continue;
      const { rows, sha256 } = manifest.rows[table];
      const found = await digestRows(requireMember(rowsName(table)));
      if (found !== sha256)
        throw new ArchiveError(
          `${rowsName(table)} is not what the manifest says: it was changed or damaged.`,
        );
      let count = 0;
      for await (const row of readRows(table)) count += row ? 1 : 0;
      if (count !== rows) throw new ArchiveError(`${rowsName(table)} has ${count} rows instead of ${rows}.`);
    }
    return { manifest, readRows, findAsset: (sha256) => assets.get(sha256), close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

/** Faults of the ZIP itself, in the words of this archive. */
export async function orArchiveError<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading;
  } catch (cause) {
    if (!(cause instanceof UnpackError)) throw cause;
    if (cause.memberName === undefined) {
      throw new ArchiveError("This isn't an archive of Reverie, or it is cut off.", {
        cause,
        fault: "foreign",
      });
    }
    throw new ArchiveError(`${quote(cause.memberName)} is damaged in the archive.`, { cause });
  }
}

/** A name of the archive, safe to show. */
const quote = (name: string): string => JSON.stringify(name.slice(0, 200));

async function listMembers(zip: ZipReader, file: string, { maxMembers, maxRowsBytes }: ArchiveLimits) {
  if (zip.memberCount > maxMembers) {
    throw new ArchiveError(`The archive has ${zip.memberCount} members; at most ${maxMembers} are read.`);
  }
  const others = new Map<string, ZipMember>();
  const assets = new Map<string, ZipMember>();
  const members = zip.members();
  let bytes = 0;
  for (;;) {
    const next = await orArchiveError(members.next());
    if (next.done) break;
    const member = next.value;
    const known = readMemberName(member.name);
    if (!known || member.isSpecial || member.isEncrypted) {
      throw new ArchiveError(`The archive contains ${quote(member.name)}, which no export writes.`, {
        fault: "foreign",
      });
    }
    if (member.bytes !== member.packedBytes) {
      throw new ArchiveError(
        `${quote(member.name)} is compressed, which no export does. Import the file as it was exported.`,
      );
    }
    const [list, key] = known.kind === "asset" ? [assets, known.sha256] : [others, member.name];
    if (list.has(key)) throw new ArchiveError(`The archive contains ${quote(member.name)} twice.`);
    list.set(key, member);
    bytes += member.bytes;
  }
  // Members that share bytes unpack to far more than the archive.
  if (bytes > (await stat(file)).size) {
    throw new ArchiveError("The members of the archive are larger than the archive: they overlap.");
  }
  const rowsBytes = tableNames.reduce((sum, table) => sum + (others.get(rowsName(table))?.bytes ?? 0), 0);
  if (rowsBytes > maxRowsBytes) throw new ArchiveError("The rows of the archive are too large.");
  return { others, assets };
}

async function readManifest(
  members: ReadonlyMap<string, ZipMember>,
  { maxManifestBytes }: ArchiveLimits,
): Promise<Manifest> {
  const member = members.get(manifestName);
  if (!member) {
    throw new ArchiveError(`The archive lacks ${manifestName}: it isn't complete, or no export.`, {
      fault: "foreign",
    });
  }
  if (member.bytes > maxManifestBytes) throw new ArchiveError(`${manifestName} is too large.`);
  const text = Buffer.concat(await orArchiveError(Array.fromAsync(member.read()))).toString();
  const value = parseJson(text);
  const format = formatSchema.safeParse(value);
  if (format.success && format.data.format > archiveFormat) {
    throw new ArchiveError(
      `The archive is of a newer version of Reverie (format ${format.data.format}). Update Reverie, then import.`,
      { fault: "newer" },
    );
  }
  const manifest = manifestSchema.safeParse(value);
  if (!manifest.success) throw new ArchiveError(`${manifestName} can't be read.`, { cause: manifest.error });
  return manifest.data;
}

async function digestRows(member: ZipMember): Promise<string> {
  const hash = createHash("sha256");
  await orArchiveError(
    (async () => {
      for await (const chunk of member.read()) hash.update(chunk);
    })(),
  );
  return hash.digest("hex");
}

async function* noRows(): AsyncGenerator<never> {}

async function* parseRows<Name extends TableName>(
  member: ZipMember,
  table: Name,
  { maxLineBytes }: ArchiveLimits,
): AsyncGenerator<ArchiveRow<Name>> {
  let number = 0;
  for await (const line of readLines(member, maxLineBytes)) {
    number += 1;
    const value = parseJson(line);
    const parsed = isStorable(value, 0) ? archiveTables[table].row.safeParse(value) : undefined;
    if (!parsed?.success) {
      const where = parsed?.error.issues[0]?.path.join(".");
      throw new ArchiveError(
        `${rowsName(table)}, line ${number}${where ? `, ${quote(where)}` : ""}: no export writes this row.`,
        { cause: parsed?.error },
      );
    }
    yield parsed.data as ArchiveRow<Name>;
  }
}

/** Lines of UTF-8, each ended by a line feed. */
async function* readLines(member: ZipMember, maxLineBytes: number): AsyncGenerator<string> {
  let pieces: Uint8Array[] = [];
  let bytes = 0;
  const add = (piece: Uint8Array) => {
    bytes += piece.byteLength;
    if (bytes > maxLineBytes)
      throw new ArchiveError(`${member.name} has a row of more than ${maxLineBytes} bytes.`);
    pieces.push(piece);
  };
  const chunks = member.read();
  for (;;) {
    const next = await orArchiveError(chunks.next());
    if (next.done) break;
    let start = 0;
    for (;;) {
      const end = next.value.indexOf(10, start);
      if (end === -1) break;
      add(next.value.subarray(start, end));
      yield Buffer.concat(pieces).toString("utf8");
      pieces = [];
      bytes = 0;
      start = end + 1;
    }
    if (start < next.value.length) add(next.value.subarray(start));
  }
  if (bytes > 0) throw new ArchiveError(`${member.name} ends in the middle of a row.`);
}

/** Undefined where it isn't JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const maxDepth = 100;

/** Whether PostgreSQL can store all texts of a value, and its nesting. */
function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === "string") return isStorableText(value);
  if (typeof value !== "object" || value === null) return true;
  if (depth > maxDepth) return false;
  return Object.entries(value).every(([name, part]) => isStorableText(name) && isStorable(part, depth + 1));
}
