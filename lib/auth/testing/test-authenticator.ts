import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import type { NewPasskey, PasskeyProof } from "../passkey-input";

/** How an authenticator, or whoever has taken it over, departs from what the studio expects. */
interface Deviation {
  /** The page where the browser asked. */
  origin?: string;
  counter?: number;
  userVerified?: boolean;
  /** Whose account the authenticator says that it is. */
  userHandle?: string;
  /** Signed with another key. */
  isForged?: boolean;
}

export interface TestPasskey {
  id: string;
  /** Answers a challenge, and counts. */
  prove(options: { challenge: string }, deviation?: Deviation): PasskeyProof;
}

interface NewTestPasskey extends TestPasskey {
  response: NewPasskey;
}

const userPresent = 0x01;
const userVerifiedFlag = 0x04;
const withCredential = 0x40;

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();

function describeClient(type: "webauthn.create" | "webauthn.get", challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function writeHead(rpId: string, flags: number, counter: number): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count]);
}

const createKeys = () => generateKeyPairSync("ec", { namedCurve: "P-256" });

/** The public key as COSE writes an ES256 key. */
function writeKey(publicKey: KeyObject): Buffer {
  const { x, y } = publicKey.export({ format: "jwk" });
  const fields = new Map<number, number | Buffer>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x!, "base64url")],
    [-3, Buffer.from(y!, "base64url")],
  ]);
  return Buffer.from(isoCBOR.encode(fields as never));
}

/** A software authenticator (WebAuthn, ES256) that makes a passkey as the options of the studio ask. */
export function makePasskey(
  options: { challenge: string; rp: { id?: string }; user: { id: string } },
  origin: string,
  { counter: firstCount = 0, userVerified = true }: Deviation = {},
): NewTestPasskey {
  const rpId = options.rp.id!;
  const { publicKey, privateKey } = createKeys();
  const rawId = randomBytes(32);
  const id = rawId.toString("base64url");
  const fields = { id, rawId: id, type: "public-key", clientExtensionResults: {} } as const;
  const lengthOfId = Buffer.alloc(2);
  lengthOfId.writeUInt16BE(rawId.length);
  const flags = (verified: boolean) => userPresent | (verified ? userVerifiedFlag : 0);
  const authData = Buffer.concat([
    writeHead(rpId, flags(userVerified) | withCredential, firstCount),
    Buffer.alloc(16),
    lengthOfId,
    rawId,
    writeKey(publicKey),
  ]);
  const attestation = new Map<string, unknown>([
    ["fmt", "none"],
    ["attStmt", new Map()],
    ["authData", authData],
  ]);
  let uses = firstCount;
  return {
    id,
    response: {
      ...fields,
      response: {
        clientDataJSON: describeClient("webauthn.create", options.challenge, origin).toString("base64url"),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString("base64url"),
        transports: ["internal"],
      },
    },
    prove(asked, deviation = {}) {
      // Authenticators either count from one on, or never.
      if (uses > 0) uses += 1;
      const clientData = describeClient("webauthn.get", asked.challenge, deviation.origin ?? origin);
      const head = writeHead(rpId, flags(deviation.userVerified ?? true), deviation.counter ?? uses);
      const signed = createSign("sha256").update(Buffer.concat([head, sha256(clientData)]));
      return {
        ...fields,
        response: {
          clientDataJSON: clientData.toString("base64url"),
          authenticatorData: head.toString("base64url"),
          signature: signed
            .sign(deviation.isForged ? createKeys().privateKey : privateKey)
            .toString("base64url"),
          userHandle: deviation.userHandle ?? options.user.id,
        },
      };
    },
  };
}
