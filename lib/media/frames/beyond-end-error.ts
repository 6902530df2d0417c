/** The wanted time lies after the end of the video. */
export class BeyondEndError extends Error {
  readonly endSeconds: number;
  constructor(endSeconds: number) {
    super(`The video ends after ${endSeconds} s`);
    this.name = "BeyondEndError";
    this.endSeconds = endSeconds;
  }
}
