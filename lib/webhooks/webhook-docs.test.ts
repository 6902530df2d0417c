import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createWebhookSecret } from "./webhook-secret.server";
import { retryDelaysMs } from "./webhook-limits";
import { writeBody, writeHeaders } from "./write-message.server";

const text = readFileSync("docs/webhooks.md", "utf8");

type ReadWebhook = (secret: string, headers: Record<string, string>, body: string) => unknown;

/** Runs the example as it is printed. */
async function loadExample(): Promise<ReadWebhook> {
  const [, code] = /^```js\n([\s\S]*?)^```$/m.exec(text)!;
  const address = `data:text/javascript;base64,${Buffer.from(code!).toString("base64")}`;
  return ((await import(/* @vite-ignore */ address)) as { readWebhook: ReadWebhook }).readWebhook;
}

describe("docs/webhooks.md", () => {
  const body = writeBody("generation.failed", new Date(0), { title: "码头" });
  const [secret, previous] = [createWebhookSecret(), createWebhookSecret()];
  const sign = (now = Date.now()) => writeHeaders([secret, previous], { id: "an id", body, now });

  it("has an example that accepts messages, also with the previous secret", async () => {
    const readWebhook = await loadExample();
    for (const known of [secret, previous]) {
      expect(readWebhook(known, sign(), body)).toMatchObject({
        type: "generation.failed",
        data: { title: "码头" },
      });
    }
  });

  it("has an example that refuses what is forged, changed or old", async () => {
    const readWebhook = await loadExample();
    expect(() => readWebhook(createWebhookSecret(), sign(), body)).toThrow("signature is wrong");
    expect(() => readWebhook(secret, sign(), body.replace("码头", "桥"))).toThrow("signature is wrong");
    expect(() => readWebhook(secret, { ...sign(), "webhook-id": "another" }, body)).toThrow(
      "signature is wrong",
    );
    expect(() => readWebhook(secret, { ...sign(), "webhook-signature": "v1 v1, x" }, body)).toThrow("wrong");
    expect(() => readWebhook(secret, sign(Date.now() - 3_600_000), body)).toThrow("too old");
  });

  it("names the pauses", () => {
    const words = retryDelaysMs.map((ms) => {
      const [amount, unit] =
        ms < 60_000
          ? [ms / 1000, "second"]
          : ms < 3_600_000
            ? [ms / 60_000, "minute"]
            : [ms / 3_600_000, "hour"];
      return `${amount} ${unit}${amount === 1 ? "" : "s"}`;
    });
    const [last, ...before] = words.toReversed();
    expect(text.replaceAll("\n", " ")).toContain(`${before.toReversed().join(", ")} and ${last}`);
  });
});
