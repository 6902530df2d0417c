import type { NarrationFileField } from "@/lib/service/contract/speech-options";

/** A text that becomes an audio file. */
interface TextFilePart {
  /** The key in a json file; absent for a txt file. */
  field?: NarrationFileField;
  text: string;
}

/** A file in an archive, or the text file itself. */
export interface TextFileMember {
  name: string;
  parts: TextFilePart[];
}

/** A problem of a text file: a key under `text-file` of the `validation` messages, and its values. */
export interface TextFileProblem {
  key: `text-file.${string}`;
  values: Record<string, string | number>;
}

/** Why a part of an archive is skipped: added by a desktop, without text, or with an unknown key. */
export const skipReasons = ["desktop-file", "empty", "unknown-key"] as const;

export interface SkippedPart {
  member: string;
  /** The key in a json file; absent for a whole file. */
  field?: string;
  reason: (typeof skipReasons)[number];
}

/** The parsed text file, in the order in which its texts are numbered. */
export interface TextFile {
  kind: "txt" | "zip";
  /** The file name at upload. */
  name: string;
  members: TextFileMember[];
  /** Contents that are not sent. */
  skipped: SkippedPart[];
  problems: TextFileProblem[];
}

/** The place in a sentence: `1.json, content`. */
export function describePlace(name: string, { field }: Pick<TextFilePart, "field">): string {
  return field === undefined ? name : `${name}, ${field}`;
}
