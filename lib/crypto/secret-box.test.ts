import { describe, expect, it } from "vitest";
import { createSecretBox, SecretBoxError } from "./secret-box.server";

const secret = "a secret of this instance, long enough";
const context = { purpose: "connection.api-key", recordId: "0197" };

function reasonOf(operation: () => unknown): string {
  try {
    operation();
  } catch (error) {
    if (error instanceof SecretBoxError) return error.reason;
    throw error;
  }
  return "opened";
}

describe("createSecretBox", () => {
  const box = createSecretBox(secret);

  it.each(["", "key-123", "密钥 🔑", "x".repeat(10_000)])("opens what it sealed (%#)", (plaintext) => {
    expect(box.open(box.seal(plaintext, context), context)).toBe(plaintext);
  });

  it("never seals the same text to the same ciphertext", () => {
    expect(box.seal("key", context)).not.toBe(box.seal("key", context));
  });

  it("refuses a ciphertext with any single byte altered", () => {
    const sealed = box.seal("key-123", context);
    const [version, keyId, encoded] = sealed.split(".") as [string, string, string];
    const body = Buffer.from(encoded, "base64url");
    for (let index = 0; index < body.length; index += 1) {
      const altered = Buffer.from(body);
      altered[index] = (altered[index] ?? 0) ^ 1;
      const candidate = `${version}.${keyId}.${altered.toString("base64url")}`;
      expect(reasonOf(() => box.open(candidate, context))).toBe("not-authentic");
    }
  });

  it("refuses another record and another purpose", () => {
    const sealed = box.seal("key", context);
    expect(reasonOf(() => box.open(sealed, { ...context, recordId: "0198" }))).toBe("not-authentic");
    expect(reasonOf(() => box.open(sealed, { ...context, purpose: "other" }))).toBe("not-authentic");
  });

  it("refuses what another secret sealed", () => {
    const other = createSecretBox("another secret, just as long as it");
    expect(reasonOf(() => other.open(box.seal("key", context), context))).toBe("unknown-key");
  });

  it.each(["", "v1", "v1.a", "v2.a.b", "v1.a.b.c"])("calls %j malformed", (sealed) => {
    expect(reasonOf(() => box.open(sealed, context))).toBe("malformed");
  });

  it("calls a body too short for nonce and tag malformed", () => {
    const keyId = box.seal("", context).split(".")[1];
    expect(reasonOf(() => box.open(`v1.${keyId}.AAAA`, context))).toBe("malformed");
  });

  it("opens under a previous secret and says that it is stale", () => {
    const sealed = box.seal("key", context);
    const rotated = createSecretBox("the new secret of this instance !", [secret]);
    expect(rotated.open(sealed, context)).toBe("key");
    expect(rotated.isStale(sealed)).toBe(true);
    expect(rotated.isStale(rotated.seal("key", context))).toBe(false);
  });
});
