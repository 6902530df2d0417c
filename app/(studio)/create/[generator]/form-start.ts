/** What the address asks the form to begin with. */
export interface FormStart {
  /** Tells one beginning from another. */
  key: string;
  input: unknown;
  /** The generation it came from. */
  parentId?: string;
  /** How it comes from that one. */
  relation?: "edit" | "frame";
}
