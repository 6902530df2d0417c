import type { FieldProblem } from "@/lib/errors/studio-error";

/** What the URL asks the form to begin with. */
export interface FormStart {
  /** Identifies the start, so that another one fills the form again. */
  key: string;
  input: unknown;
  /** What the default preset, which it is based on, lacks. */
  problems?: readonly FieldProblem[];
  /** The generation that the new one relates to. */
  parentId?: string;
  /** How it relates to that one. */
  relation?: "edit" | "frame";
  /** Set if it begins with a file; null if no generation made that file. */
  origin?: FormOrigin | null;
}

/** The source of the file that a form begins with. */
export interface FormOrigin {
  of: "lastFrame" | "frame" | "picture" | "song";
  /** The title of the source. */
  title: string;
}
