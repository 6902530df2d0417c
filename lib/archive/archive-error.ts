/** An export or import that can't go on; the message is for the person who runs it. */
export class ArchiveError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ArchiveError";
  }
}
