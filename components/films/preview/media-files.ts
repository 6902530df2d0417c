import { ALL_FORMATS, Input, UrlSource } from "mediabunny";

/** Of each file, in memory while it is open. */
const maxCacheBytes = 16 * 1024 * 1024;
/** Files that stay open after their use: what a film cuts between, without those of 200 shots. */
const keptFiles = 8;
/** Tries of a request that fails. */
const maxAttempts = 3;

interface OpenFile {
  input: Input;
  users: number;
}

/** Media files that pictures and sounds are read from, each opened once. */
export class MediaFiles {
  /** By address; those used last come last. */
  readonly #files = new Map<string, OpenFile>();

  /** @returns the file, and gives it back */
  open(address: string): { input: Input; release: () => void } {
    const file = this.#files.get(address) ?? { input: openInput(address), users: 0 };
    this.#files.delete(address);
    this.#files.set(address, file);
    file.users += 1;
    this.#closeUnused();
    let isHeld = true;
    return {
      input: file.input,
      release: () => {
        if (!isHeld) return;
        isHeld = false;
        file.users -= 1;
        // Forgotten while it was used.
        if (file.users === 0 && this.#files.get(address) !== file) file.input.dispose();
        this.#closeUnused();
      },
    };
  }

  /** Forgets a file that failed, so that the next use reads it again. */
  forget(address: string): void {
    const file = this.#files.get(address);
    if (!file) return;
    this.#files.delete(address);
    if (file.users === 0) file.input.dispose();
  }

  close(): void {
    for (const { input } of this.#files.values()) input.dispose();
    this.#files.clear();
  }

  #closeUnused(): void {
    for (const [address, { input, users }] of this.#files) {
      if (this.#files.size <= keptFiles) return;
      if (users > 0) continue;
      this.#files.delete(address);
      input.dispose();
    }
  }
}

function openInput(address: string): Input {
  const source = new UrlSource(new URL(address, location.href), {
    maxCacheSize: maxCacheBytes,
    getRetryDelay: (attempts) => (attempts < maxAttempts ? 0.2 * 2 ** attempts : null),
    // Whoever waits for the bytes gets the error.
    handleUnhandledError: () => undefined,
  });
  return new Input({ source, formats: ALL_FORMATS });
}
