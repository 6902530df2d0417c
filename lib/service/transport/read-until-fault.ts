import { isServiceError } from "../errors/service-error.ts";

export interface BytesUntilFault {
  /** They end where they end, or where the way to the service broke; only the caller's own abort is thrown. */
  bytes: AsyncIterable<Uint8Array>;
  /** What broke them off; undefined while they come, and where they ended well. */
  readonly fault: unknown;
}

/**
 * A body whose connection may break after all that counts has come: whoever reads it looks at the end whether something
 * is missing, and throws the fault only then.
 */
export function readUntilFault(body: AsyncIterable<Uint8Array>): BytesUntilFault {
  const state: { fault?: unknown } = {};
  async function* read(): AsyncGenerator<Uint8Array, void, undefined> {
    try {
      yield* body;
    } catch (error) {
      if (isServiceError(error) && error.kind === "aborted") throw error;
      state.fault = error;
    }
  }
  return {
    bytes: read(),
    get fault() {
      return state.fault;
    },
  };
}
