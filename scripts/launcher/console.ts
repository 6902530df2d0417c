/** A fault that is told in one message, without a stack trace: it is for the person at the console. */
export class LaunchError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "LaunchError";
  }
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function warn(line: string): void {
  process.stderr.write(`${line}\n`);
}
