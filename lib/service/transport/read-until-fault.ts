import { isServiceError } from "../errors/service-error.ts";

interface BytesUntilFault {
  /** Ends normally or where the connection broke; only the caller's own abort is thrown. */
  bytes: AsyncIterable<Uint8Array>;
  /** The fault of a broken connection; otherwise undefined. */
  readonly fault: unknown;
}

/**
 * Reads a body whose connection may break after everything relevant has arrived: the reader checks at the end
 * whether something is missing, and throws the fault only then.
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
