import type { NatsConnection, Subscription } from "@nats-io/transport-node";
import { getLogger } from "@/lib/errors/logger.server";
import type { Relay } from "./relay";

/** Below the limit of a server with default settings, 1 MiB. */
const maxMessageBytes = 256 * 1024;
const offsetBytes = 8;

/** A server that confirms nothing for longer is taken for away. */
const confirmsWithinMs = 1_000;
const reconnectMs = 500;
const connectTimeoutMs = 5_000;
/** Two of them without an answer end a connection. */
const pingMs = 5_000;

/** What a person may set: nats:// or tls://, with a user and password or a token. */
function readAddress(url: string) {
  const { protocol, host, username, password } = new URL(url);
  const [name, secret] = [decodeURIComponent(username), decodeURIComponent(password)];
  return {
    servers: host,
    ...(protocol === "tls:" ? { tls: {} } : {}),
    ...(secret ? { user: name, pass: secret } : name ? { token: name } : {}),
  };
}

/**
 * A relay through NATS. Connects in the background and again and again, so a server that is away delays nothing.
 *
 * @param prefix of its subjects: differs between studios, and can't be guessed
 */
export function openNatsRelay({ url, prefix }: { url: string; prefix: string }): Relay {
  const handlers = new Map<string, Set<(data: Uint8Array) => void>>();
  const subscriptions = new Map<string, Subscription>();
  let connection: NatsConnection | null = null;
  let isUp = false;
  let closed = false;
  /** When the confirmation was asked for that is still missing. */
  let askedAt: number | null = null;
  let retry: NodeJS.Timeout | undefined;

  function noteDown(reason: unknown): void {
    if (isUp) getLogger().warn({ err: reason }, "The relay is away; live sounds go through the database");
    isUp = false;
  }

  async function open(): Promise<void> {
    try {
      // Only a studio with a relay loads its client.
      const { connect } = await import("@nats-io/transport-node");
      const opened = await connect({
        ...readAddress(url),
        name: "reverie",
        maxReconnectAttempts: -1,
        reconnectTimeWait: reconnectMs,
        timeout: connectTimeoutMs,
        pingInterval: pingMs,
      });
      if (closed) return void (await opened.close());
      connection = opened;
      isUp = true;
      for (const subject of handlers.keys()) listen(subject);
      void watch(opened);
    } catch (error) {
      getLogger().warn({ err: error }, "The relay can't be reached; trying again");
      if (!closed) retry = setTimeout(() => void open(), reconnectMs).unref();
    }
  }

  async function watch(opened: NatsConnection): Promise<void> {
    for await (const status of opened.status()) {
      if (status.type === "disconnect" || status.type === "staleConnection" || status.type === "close")
        noteDown(status.type);
      if (status.type !== "reconnect") continue;
      // Subscriptions are renewed by the client.
      isUp = true;
      askedAt = null;
    }
  }

  function listen(subject: string): void {
    if (!connection || subscriptions.has(subject)) return;
    const callback = (error: Error | null, message: { data: Uint8Array }) => {
      if (error) getLogger().warn({ err: error }, "A subscription of the relay failed");
      else handlers.get(subject)?.forEach((handle) => handle(message.data));
    };
    subscriptions.set(subject, connection.subscribe(subject, { callback }));
  }

  function subscribe(subject: string, handle: (data: Uint8Array) => void): () => void {
    const group = handlers.get(subject) ?? new Set();
    handlers.set(subject, group.add(handle));
    listen(subject);
    return () => {
      group.delete(handle);
      if (group.size > 0 || handlers.get(subject) !== group) return;
      handlers.delete(subject);
      subscriptions.get(subject)?.unsubscribe();
      subscriptions.delete(subject);
    };
  }

  function publish(subject: string, data: Uint8Array): boolean {
    if (!connection || !isUp || connection.isClosed()) return false;
    if (askedAt !== null && performance.now() - askedAt > confirmsWithinMs) return false;
    try {
      connection.publish(subject, data);
    } catch (error) {
      // For example a server that accepts only smaller messages.
      noteDown(error);
      return false;
    }
    if (askedAt === null) {
      askedAt = performance.now();
      const asked = askedAt;
      connection
        .flush()
        .catch(noteDown)
        .finally(() => {
          if (askedAt === asked) askedAt = null;
        });
    }
    return true;
  }

  void open();
  return {
    send(stream, offset, bytes) {
      for (let at = 0; at < bytes.byteLength; at += maxMessageBytes) {
        const part = bytes.subarray(at, at + maxMessageBytes);
        const data = Buffer.allocUnsafe(offsetBytes + part.byteLength);
        data.writeBigUInt64BE(BigInt(offset + at));
        data.set(part, offsetBytes);
        if (!publish(`${prefix}.${stream}.bytes`, data)) return false;
      }
      return true;
    },
    follow(stream, onPiece) {
      const leave = subscribe(`${prefix}.${stream}.bytes`, (data) => {
        const { buffer, byteOffset, byteLength } = data;
        if (byteLength < offsetBytes) return;
        const offset = Number(new DataView(buffer, byteOffset).getBigUint64(0));
        onPiece(offset, data.subarray(offsetBytes));
      });
      publish(`${prefix}.${stream}.follower`, new Uint8Array(0));
      return leave;
    },
    onFollower: (stream, tell) => subscribe(`${prefix}.${stream}.follower`, tell),
    async close() {
      closed = true;
      clearTimeout(retry);
      await connection?.close();
    },
  };
}
