/** An error whose message is shown on the console without a stack trace. */
export class LaunchError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "LaunchError";
  }
}

// Output that is redirected to a full disk, or to a closed terminal, is lost. Without a listener, the launcher would end.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function warn(line: string): void {
  process.stderr.write(`${line}\n`);
}
