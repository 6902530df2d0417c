import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

interface ReceivedPush {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** What it answers: a status, a closed connection or nothing. */
type Answer = number | "close" | "hang";

/** A push service on this machine that notes what it gets. */
export async function openPushService() {
  const received: ReceivedPush[] = [];
  const answers = { every: 201 as Answer, byPath: new Map<string, Answer>() };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const path = request.url ?? "";
      received.push({ path, headers: request.headers, body: Buffer.concat(chunks) });
      const answer = answers.byPath.get(path) ?? answers.every;
      if (answer === "close") request.socket.destroy();
      else if (answer !== "hang") response.writeHead(answer, { location: "/elsewhere" }).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    received,
    answers,
    reset() {
      received.length = 0;
      answers.every = 201;
      answers.byPath.clear();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type PushService = Awaited<ReturnType<typeof openPushService>>;

/** A browser with its own keys. */
export function createBrowser(host: string, changes: { endpoint?: string; locale?: string } = {}) {
  const keys = createECDH("prime256v1");
  keys.generateKeys();
  const auth = randomBytes(16);
  return {
    body: {
      endpoint: `http://${host}/push/${randomUUID()}`,
      expirationTime: null,
      keys: { p256dh: keys.getPublicKey("base64url"), auth: auth.toString("base64url") },
      ...changes,
    },
    /** Decrypts a message as RFC 8291 has it. */
    read(message: Buffer): unknown {
      const salt = message.subarray(0, 16);
      const keyEnd = 21 + message.readUInt8(20);
      const sender = message.subarray(21, keyEnd);
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), keys.getPublicKey(), sender]);
      const key = Buffer.from(hkdfSync("sha256", keys.computeSecret(sender), auth, info, 32));
      const derive = (name: string, bytes: number) =>
        Buffer.from(hkdfSync("sha256", key, salt, `Content-Encoding: ${name}\0`, bytes));
      const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
      decipher.setAuthTag(message.subarray(-16));
      const padded = Buffer.concat([decipher.update(message.subarray(keyEnd, -16)), decipher.final()]);
      if (padded.at(-1) !== 2) throw new Error("The last record must end with 2.");
      return JSON.parse(padded.subarray(0, -1).toString("utf8"));
    },
  };
}
