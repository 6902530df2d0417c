/**
 * What is wrong, for whoever has other words than the message. `foreign`: no archive of this kind, `damaged`: changed or cut off,
 * `incomplete`: a file is missing, `newer`: of a newer version of the studio, `films`: too many of them, `quota`: no room in the account, `busy`: another import
 * runs.
 */
export type ArchiveFault = "foreign" | "damaged" | "incomplete" | "newer" | "films" | "quota" | "busy";

/** An export or import that can't go on; the message is for the person who runs it. */
export class ArchiveError extends Error {
  readonly fault: ArchiveFault;

  constructor(
    message: string,
    { fault = "damaged", ...options }: ErrorOptions & { fault?: ArchiveFault } = {},
  ) {
    super(message, options);
    this.name = "ArchiveError";
    this.fault = fault;
  }
}
