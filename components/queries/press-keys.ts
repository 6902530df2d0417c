import { createKey } from "./create-key";

/**
 * Idempotency keys of a form, one for each press. Without a response, the same input pressed again has the same key, so that
 * it is not accepted twice.
 */
interface PressKeys {
  keyFor(input: unknown): string;
  /** Call after any response: the next press gets a new key. */
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
