/** What the address asks the form to begin with. */
export interface FormStart {
  /** Tells one beginning from another. */
  key: string;
  input: unknown;
  /** The generation it came from. */
  parentId?: string;
  /** How it comes from that one. */
  relation?: "edit" | "frame";
  /** It begins with a file; null where that came of no generation. */
  origin?: FormOrigin | null;
}

/** Where the file that a form begins with came from. */
export interface FormOrigin {
  of: "lastFrame" | "frame" | "picture" | "song";
  /** What that is called. */
  title: string;
}
