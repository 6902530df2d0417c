import { z } from "zod";
import { locales } from "@/lib/i18n/locales";

/** How many browsers of a person are told. */
export const maxPushSubscriptions = 20;

export const pushSubscriptionSchema = z.object({
  id: z.uuid(),
  userAgent: z.string().nullable().describe("What the browser says it is."),
  createdAt: z.iso.datetime(),
  failing: z.boolean().describe("Its push service refused the last message. It is tried again."),
  current: z.boolean().describe("Of the session that asks."),
});
export type PushSubscriptionDto = z.infer<typeof pushSubscriptionSchema>;

export const pushStatusSchema = z.object({
  publicKey: z
    .string()
    .nullable()
    .describe(
      "The `applicationServerKey` of `PushManager.subscribe`. Null without STUDIO_PUBLIC_URL of https, which Web Push needs.",
    ),
  subscriptions: z.array(pushSubscriptionSchema).describe(`Newest first; at most ${maxPushSubscriptions}.`),
});
export type PushStatus = z.infer<typeof pushStatusSchema>;

/** Bytes in base64url. */
const bytesSchema = (length: number) =>
  z
    .string()
    .max(200)
    .refine((text) => /^[\w-]+=*$/.test(text) && Buffer.from(text, "base64url").length === length, {
      error: "push.key",
    });

/** The body of POST /api/v1/notifications/subscriptions, as `PushSubscription.toJSON` writes it. */
export const pushSubscriptionBodySchema = z.strictObject({
  endpoint: z.url({ protocol: /^https?$/, error: "push.endpoint" }).max(2_000),
  expirationTime: z.number().nullable().optional(),
  keys: z.strictObject({ p256dh: bytesSchema(65), auth: bytesSchema(16) }),
  locale: z.enum(locales).default("en").describe("The language of its notifications."),
});
export type NewPushSubscription = z.output<typeof pushSubscriptionBodySchema>;
