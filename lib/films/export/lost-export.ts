/** An export isn't this worker's any more: it was cancelled, deleted with its film, or taken over. */
export class LostExportError extends Error {
  constructor() {
    super("The export was cancelled, deleted or taken over");
    this.name = "LostExportError";
  }
}
