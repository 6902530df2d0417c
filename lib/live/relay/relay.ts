/**
 * Carries the bytes of live sounds from workers to whoever listens, past the database (docs/decisions/0042-relay.md). It may lose
 * anything at any time: pieces have offsets, and the database gets all of them a little later.
 */
export interface Relay {
  /**
   * Sends bytes to those who follow a stream. Never waits.
   *
   * @param offset of the first byte in the stream
   * @returns false where they can't be on their way, so that listeners depend on the database
   */
  send(stream: string, offset: number, bytes: Uint8Array): boolean;
  /** Hears what is sent from now on, until the returned function is called. Whoever sends is told of it. */
  follow(stream: string, onPiece: (offset: number, bytes: Uint8Array) => void): () => void;
  /** Calls back when somebody begins to follow, who needs what was sent before, until the returned function is called. */
  onFollower(stream: string, tell: () => void): () => void;
  close(): Promise<void>;
}

/** Without a setting: everything goes through PostgreSQL. */
export const noRelay: Relay = {
  send: () => false,
  follow: () => () => undefined,
  onFollower: () => () => undefined,
  close: () => Promise.resolve(),
};
