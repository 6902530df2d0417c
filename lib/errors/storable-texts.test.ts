import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { changeNameInputSchema, signInInputSchema } from "@/lib/auth/account-input";
import { apiTokenInputSchema } from "@/lib/auth/api-token";
import { connectionInputSchema } from "@/lib/connections/connection-input";
import { createGenerationBodySchema } from "@/lib/generations/ask/create-generation-body.server";
import { listGenerationsQuerySchema } from "@/lib/generations/read/list-generations.server";
import { createWebhookBodySchema } from "@/lib/webhooks/webhook-input";
import { toFieldProblems } from "./field-problems";

const webhook = { url: "https://bell.example", events: ["generation.failed"] };

/** All texts that people can store, each in an otherwise valid input. */
const inputs: [path: string, schema: z.ZodType, inputWith: (text: string) => object][] = [
  ["name", changeNameInputSchema, (name) => ({ name })],
  ["email", signInInputSchema, (email) => ({ email, password: "nine paper boats" })],
  ["name", apiTokenInputSchema, (name) => ({ name })],
  ["name", createWebhookBodySchema, (name) => ({ ...webhook, name })],
  ["q", listGenerationsQuerySchema, (q) => ({ q })],
  ["generator", listGenerationsQuerySchema, (generator) => ({ generator })],
  [
    "idempotencyKey",
    createGenerationBodySchema,
    (text) => ({ generator: "image", input: {}, idempotencyKey: `press-${text}` }),
  ],
  [
    "overrides",
    connectionInputSchema,
    (text) => ({ profileId: "sandbox", overrides: { modelNames: { "image-01": text } } }),
  ],
];

describe.each(inputs)("%s (%#)", (path, schema, inputWith) => {
  it.each(["a\0b", "a\ud800b", "\udc00b"])("is refused as %j", (text) => {
    const result = schema.safeParse(inputWith(text));
    expect(result.error && toFieldProblems(result.error, inputWith(text))).toEqual([
      { path, key: "field.characters" },
    ]);
  });

  it("may have any whole character", () => {
    expect(schema.safeParse(inputWith("狐 \u{1f98a} é")).success).toBe(true);
  });
});
