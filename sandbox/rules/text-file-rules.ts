import { invalidParameter } from "../http/refusal.ts";
import { countCodePoints } from "./fields.ts";
import { readZip, type ZipMember } from "./read-zip.ts";

export interface TextUnit {
  /** Base of the file names in the result. */
  name: string;
  text: string;
}

const FIELD = "text_file_id";
/** "under 1,000,000 chars", service.md "Asynchronous speech synthesis request". */
const CHARACTER_LIMIT = 1_000_000;
const JSON_FIELDS = ["title", "content", "extra"] as const;

/**
 * The texts in an uploaded txt or zip file (service.md, text rule 3 of asynchronous speech). A zip holds txt files or
 * json files of one kind; each non-empty title, content and extra of a json file is a separate text.
 * Throws a 2013 refusal.
 */
export async function readTextFile(fileName: string, bytes: Buffer): Promise<TextUnit[]> {
  const units = /\.zip$/i.test(fileName)
    ? await readZipTexts(bytes)
    : /\.txt$/i.test(fileName)
      ? [{ name: baseOf(fileName), text: decodeText(bytes) }]
      : null;
  if (units === null) throw invalidParameter(FIELD, "the file must be txt or zip");
  const spoken = units.filter(({ text }) => text.trim() !== "");
  if (spoken.length === 0) throw invalidParameter(FIELD, "the file holds no text");
  const characters = spoken.reduce((sum, { text }) => sum + countCodePoints(text), 0);
  if (characters >= CHARACTER_LIMIT) throw invalidParameter(FIELD, "the file must be under 1,000,000 chars");
  return spoken;
}

async function readZipTexts(bytes: Buffer): Promise<TextUnit[]> {
  const members = await readZip(bytes);
  if (members === null) throw invalidParameter(FIELD, "the file is no zip archive");
  if (members.every(({ name }) => /\.txt$/i.test(name))) {
    return members.map(({ name, bytes: text }) => ({ name: baseOf(name), text: decodeText(text) }));
  }
  if (members.every(({ name }) => /\.json$/i.test(name))) return members.flatMap(readJsonTexts);
  throw invalidParameter(FIELD, "the zip file must contain txt files or json files of one kind");
}

function readJsonTexts({ name, bytes }: ZipMember): TextUnit[] {
  const content = parseJsonObject(name, decodeText(bytes));
  return JSON_FIELDS.flatMap((field) => {
    const text = content[field];
    if (text === undefined || text === null || text === "") return [];
    if (typeof text !== "string") throw invalidParameter(FIELD, `${field} of ${name} must be a string`);
    return [{ name: `${baseOf(name)}_${field}`, text }];
  });
}

function parseJsonObject(name: string, text: string): Record<string, unknown> {
  try {
    const content: unknown = JSON.parse(text);
    if (typeof content === "object" && content !== null) return content as Record<string, unknown>;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw invalidParameter(FIELD, `${name} is no JSON object`);
}

function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) throw invalidParameter(FIELD, "the text is not UTF-8");
    throw error;
  }
}

function baseOf(fileName: string): string {
  return (fileName.split("/").at(-1) ?? fileName).replace(/\.[^.]*$/, "");
}
