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

/**
 * A random key of 122 bits as an RFC 9562 UUID, version 4. `crypto.randomUUID` is missing on
 * pages served over plain http except localhost; `crypto.getRandomValues` is available everywhere.
 */
export function createKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
