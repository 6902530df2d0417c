/** Why a film wasn't rendered. The caller has words for each. */
export const renderFaults = [
  /** The film has no frame. */
  "empty",
  /** A file that the film needs isn't there. */
  "source-missing",
  /** A file can't be decoded as what it should be. */
  "source-unreadable",
  /** The encoder reported an error, or gave another number of frames than it got. */
  "encoder-failed",
  "disk-full",
  /** The process crashed, fell silent or needed more memory than it may have. What is done is kept. */
  "unfinished",
] as const;
export type RenderFault = (typeof renderFaults)[number];

export class RenderError extends Error {
  readonly fault: RenderFault;
  /** The library item that the fault is about. */
  readonly itemId: string | undefined;

  constructor(
    fault: RenderFault,
    detail: string,
    { itemId, cause }: { itemId?: string; cause?: unknown } = {},
  ) {
    super(detail, { cause });
    this.name = "RenderError";
    this.fault = fault;
    this.itemId = itemId;
  }
}
