import { createKey } from "./create-key";

/**
 * Idempotency keys of a form: one for each press. Where an answer never came, the same input pressed again carries the
 * same key, so that what may have been taken already is not taken twice.
 */
interface PressKeys {
  keyFor(input: unknown): string;
  /** An answer came, whatever it said: the next press is a new one. */
  settle(): void;
}

export function createPressKeys(nextKey: () => string = createKey): PressKeys {
  let open: { input: string; key: string } | null = null;
  return {
    keyFor(input) {
      const text = JSON.stringify(input);
      if (open?.input !== text) open = { input: text, key: nextKey() };
      return open.key;
    },
    settle() {
      open = null;
    },
  };
}
