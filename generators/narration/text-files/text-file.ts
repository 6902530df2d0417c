import type { NarrationFileField } from "@/lib/service/contract/speech-options";

/** One text that is spoken into files of its own. */
interface TextFilePart {
  /** Which one of a json file; absent for the text of a txt file. */
  field?: NarrationFileField;
  text: string;
}

/** A file of an archive, or the one text file itself. */
export interface TextFileMember {
  /** As the person named it. */
  name: string;
  parts: TextFilePart[];
}

/** What is wrong with a text file: a key under `text-file` of the `validation` messages, with what the sentence names. */
export interface TextFileProblem {
  key: `text-file.${string}`;
  values: Record<string, string | number>;
}

/** Why a part of an archive is not sent: a desktop put it there, it has no text, or its key is none of the service's. */
export const skipReasons = ["desktop-file", "empty", "unknown-key"] as const;

export interface SkippedPart {
  member: string;
  /** A key of a json file; absent for a whole file. */
  field?: string;
  reason: (typeof skipReasons)[number];
}

/** A text file as it was understood, in the order in which its texts are numbered. */
export interface TextFile {
  kind: "txt" | "zip";
  /** As the person called it. */
  name: string;
  members: TextFileMember[];
  /** What an archive holds beside its texts, and is not sent. */
  skipped: SkippedPart[];
  problems: TextFileProblem[];
}

/** How a place in a file is named in a sentence: `1.json, content`. */
export function describePlace(name: string, { field }: Pick<TextFilePart, "field">): string {
  return field === undefined ? name : `${name}, ${field}`;
}
