/** A step that failed; `message` is shown on the console without a stack trace. */
export class UpgradeError extends Error {
  constructor(message, options) {
    super(message, options);
    this.name = "UpgradeError";
  }
}
