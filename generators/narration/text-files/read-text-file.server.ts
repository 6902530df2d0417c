import { NARRATION_FILE_FIELDS, type NarrationFileField } from "@/lib/service/contract/speech-options";
import path from "node:path";
import { toSafePath, UnpackError } from "@/lib/media/unpack/archive-member";
import { openZip, type ZipMember, type ZipReader } from "@/lib/media/unpack/unpack-zip.server";
import { decodeText } from "./decode-text";
import type { SkippedPart, TextFile, TextFileMember, TextFileProblem } from "./text-file";
import { maxPackRatio, maxTextFileMembers, maxUnpackedBytes, packRatioFreeBytes } from "./text-file-limits";

/**
 * Reads the texts of a txt or zip file (service.md Text rules 3): one text, txt files, or json files with title,
 * content and extra. `problems` lists what cannot be read; checkTexts checks the rules.
 */
export async function readTextFile(
  bytes: Buffer,
  { kind, name }: { kind: TextFile["kind"]; name: string },
): Promise<TextFile> {
  if (kind === "zip") return readZip(bytes, name);
  const problems: TextFileProblem[] = [];
  const text = readText(bytes, name, problems);
  return { kind, name, members: text === null ? [] : [{ name, parts: [{ text }] }], skipped: [], problems };
}

async function readZip(archive: Buffer, fileName: string): Promise<TextFile> {
  const { members, skipped, problems } = await readZipMembers(archive);
  const extensions = new Set(members.map(({ name }) => extensionOf(name)));
  for (const { name } of members) {
    if (extensionOf(name) === null) problems.push({ key: "text-file.member-type", values: { member: name } });
  }
  if (extensions.has("txt") && extensions.has("json")) problems.push({ key: "text-file.mixed", values: {} });
  if (members.length === 0 && problems.length === 0)
    problems.push({ key: "text-file.no-members", values: {} });
  const read = members
    .toSorted((left, right) => byNumber.compare(left.name, right.name))
    .flatMap(({ name, bytes }): TextFileMember[] => {
      const extension = extensionOf(name);
      const text = extension === null ? null : readText(bytes, name, problems);
      if (text === null) return [];
      const parts =
        extension === "json" ? readJson(text, name, { skipped, problems }) : readTxt(text, name, skipped);
      return parts.length === 0 ? [] : [{ name, parts }];
    });
  if (read.length === 0 && members.length > 0 && problems.length === 0)
    problems.push({ key: "text-file.empty", values: { member: fileName } });
  return { kind: "zip", name: fileName, members: read, skipped, problems };
}

/** Sorts 2.json before 10.json. */
const byNumber = new Intl.Collator("en", { numeric: true });

function extensionOf(name: string): "txt" | "json" | null {
  const extension = /\.(txt|json)$/i.exec(name)?.[1]?.toLowerCase();
  return extension === "txt" || extension === "json" ? extension : null;
}

/** Accepts UTF-8 and UTF-16 with a byte order mark, and never guesses: wrong text would be billed. */
function readText(bytes: Uint8Array, member: string, problems: TextFileProblem[]): string | null {
  const decoded = decodeText(bytes);
  if (decoded && decoded.encoding !== "gb18030") return decoded.text;
  const key = decoded ? "text-file.chinese-encoding" : "text-file.encoding";
  problems.push({ key, values: { member } });
  return null;
}

function readTxt(text: string, member: string, skipped: SkippedPart[]): TextFileMember["parts"] {
  if (text.trim() !== "") return [{ text }];
  skipped.push({ member, reason: "empty" });
  return [];
}

/** Text rules 3: absent or empty fields produce no files, and unknown fields are ignored. */
function readJson(
  text: string,
  member: string,
  { skipped, problems }: Pick<TextFile, "skipped" | "problems">,
): TextFileMember["parts"] {
  const content = parseObject(text);
  if (content === null) {
    problems.push({ key: "text-file.json", values: { member } });
    return [];
  }
  const parts = Object.entries(content).flatMap(([name, value]): TextFileMember["parts"] => {
    const field = NARRATION_FILE_FIELDS.find((known) => known === name);
    if (field === undefined) skipped.push({ member, field: name, reason: "unknown-key" });
    else if (value === null || (typeof value === "string" && value.trim() === ""))
      skipped.push({ member, field, reason: "empty" });
    else if (typeof value === "string") return [{ field, text: value }];
    else problems.push({ key: "text-file.json-text", values: { member, field } });
    return [];
  });
  if (Object.keys(content).length === 0) skipped.push({ member, reason: "empty" });
  return parts.toSorted((left, right) => orderOf(left.field) - orderOf(right.field));
}

function orderOf(field: NarrationFileField | undefined): number {
  return field === undefined ? -1 : NARRATION_FILE_FIELDS.indexOf(field);
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null; // Not valid JSON.
  }
}

interface ZipContent {
  /** The files with their paths. */
  members: { name: string; bytes: Uint8Array }[];
  skipped: SkippedPart[];
  problems: TextFileProblem[];
}

/**
 * Unpacks the files of an archive in memory, within the limits of a text file. Problems are reported per member; reading
 * stops where the archive is damaged or a member expands too much.
 */
export async function readZipMembers(archive: Buffer): Promise<ZipContent> {
  const found: ZipContent = { members: [], skipped: [], problems: [] };
  let zip: ZipReader | undefined;
  try {
    zip = await openZip(archive);
    if (zip.memberCount > maxTextFileMembers) {
      found.problems.push({ key: "text-file.too-many", values: { max: maxTextFileMembers } });
      return found;
    }
    for await (const member of zip.members()) {
      const problem = await addMember(member, found);
      if (!problem) continue;
      const name = member.name.slice(0, maxReportedNameLength).toWellFormed();
      found.problems.push({ key: problem, values: { member: name } });
      if (problem === "text-file.bomb") break;
    }
  } catch (error) {
    if (!(error instanceof UnpackError)) throw error;
    found.problems.push({ key: "text-file.damaged", values: {} });
  } finally {
    zip?.close();
  }
  return found;
}

const maxReportedNameLength = 120;

/** Unpacks one member, or returns why not. */
async function addMember(member: ZipMember, found: ZipContent): Promise<TextFileProblem["key"] | null> {
  const { name } = member;
  if (isDesktopFile(name)) {
    found.skipped.push({ member: name, reason: "desktop-file" });
    return null;
  }
  if (toSafePath(name) === null) return "text-file.path";
  if (name.endsWith("/")) return null;
  if (member.isEncrypted) return "text-file.encrypted";
  if (found.members.some((other) => toComparable(other.name) === toComparable(name)))
    return "text-file.duplicate";
  if (isBomb(member, found)) return "text-file.bomb";
  found.members.push({ name, bytes: Buffer.concat(await Array.fromAsync(member.read())) });
  return null;
}

/** Normalizes names that are equal on file systems that ignore case or normalize letters. */
function toComparable(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

function isBomb({ bytes, packedBytes }: ZipMember, { members }: ZipContent): boolean {
  const total = members.reduce((sum, member) => sum + member.bytes.byteLength, bytes);
  return (
    total > maxUnpackedBytes ||
    (bytes > packRatioFreeBytes && bytes / Math.max(1, packedBytes) > maxPackRatio)
  );
}

/** Files that desktops add to archives. */
function isDesktopFile(name: string): boolean {
  const base = path.posix.basename(name).toLowerCase();
  return (
    name.startsWith("__MACOSX/") || base === ".ds_store" || base === "thumbs.db" || base === "desktop.ini"
  );
}
