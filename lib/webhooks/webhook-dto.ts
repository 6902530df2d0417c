import { z } from "zod";
import { keptDays, keptDeliveries, maxWebhooks } from "./webhook-limits";

/** The events that a webhook can be told of. */
export const webhookEvents = [
  "generation.succeeded",
  "generation.failed",
  "generation.unknown",
  "batch.finished",
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** What a test sends. */
export const testEvent = "webhook.test";

/** All types of messages. */
export const messageTypes = [...webhookEvents, testEvent] as const;

/** Why an attempt failed. Texts are in the messages; nothing that the receiver wrote is kept. */
export const webhookFaults = [
  "status",
  "redirect",
  "gone",
  "timeout",
  "unreachable",
  "tls",
  "interrupted",
  "secret",
] as const;
export type WebhookFault = (typeof webhookFaults)[number];

export const stopReasons = ["gone", "failing"] as const;
export type StopReason = (typeof stopReasons)[number];

export const webhookDtoSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  enabled: z.boolean(),
  stoppedBy: z
    .enum(stopReasons)
    .nullable()
    .describe(
      "Why the studio disabled it: `gone` (it answered 410) or `failing` (nothing was accepted for three days). Null if it did not.",
    ),
  hasSecret: z.boolean().describe("False after an import. Give it a secret, then enable it."),
  failingSince: z.iso
    .datetime()
    .nullable()
    .describe("The first failure since the last accepted message. Null if the last one was accepted."),
  previousSecretUntil: z.iso
    .datetime()
    .nullable()
    .describe("Until when the previous secret signs as well. Null if it doesn't."),
  createdAt: z.iso.datetime(),
});
export type WebhookDto = z.infer<typeof webhookDtoSchema>;

export const webhookListSchema = z.object({
  webhooks: z.array(webhookDtoSchema).describe(`Oldest first; at most ${maxWebhooks}.`),
});
export type WebhookList = z.infer<typeof webhookListSchema>;

export const webhookWithSecretSchema = webhookDtoSchema.extend({
  secret: z.string().describe("What its messages are signed with. Never shown again."),
});
export type WebhookWithSecret = z.infer<typeof webhookWithSecretSchema>;

const attemptDtoSchema = z.object({
  at: z.iso.datetime(),
  durationMs: z.number().int(),
  status: z.number().int().nullable().describe("The HTTP status. Null without a response."),
  fault: z.enum(webhookFaults).nullable().describe("Why it counts as failed. Null if it was accepted."),
});
export type AttemptDto = z.infer<typeof attemptDtoSchema>;

export const deliveryDtoSchema = z.object({
  id: z.uuid().describe("Sent as `webhook-id`, the same in every attempt."),
  type: z.enum(messageTypes),
  generationId: z.uuid().nullable(),
  batchId: z.uuid().nullable(),
  at: z.iso.datetime().describe("When it happened."),
  state: z.enum(["pending", "delivered", "failed"]),
  nextAttemptAt: z.iso.datetime().nullable().describe("Null unless it is pending."),
  attempts: z.array(attemptDtoSchema).describe("Oldest first."),
});
export type DeliveryDto = z.infer<typeof deliveryDtoSchema>;

export const deliveryPageSchema = z.object({
  deliveries: z
    .array(deliveryDtoSchema)
    .describe(`Newest first. Kept for ${keptDays} days, at most ${keptDeliveries} of a webhook.`),
  nextCursor: z
    .string()
    .nullable()
    .describe("Opaque. Send it as `cursor` for the next page. Null on the last page."),
});
export type DeliveryPage = z.infer<typeof deliveryPageSchema>;
