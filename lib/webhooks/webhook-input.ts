import { z } from "zod";
import { nameSchema } from "@/lib/items/name-schema";
import { isStorableText } from "@/lib/service/contract/text";
import { webhookEvents } from "./webhook-dto";
import { webhookNameMaxLength, webhookUrlMaxLength } from "./webhook-limits";

export const webhookNameSchema = nameSchema(webhookNameMaxLength);

function isWebAddress(text: string): boolean {
  if (!isStorableText(text) || !URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username + password + hash === "";
}

export const webhookUrlSchema = z
  .string()
  .trim()
  .min(1, { error: "field.required", abort: true })
  .max(webhookUrlMaxLength)
  .refine(isWebAddress, { error: "webhook.url.format" })
  .describe(
    "An https address. http only to an address of the studio's own network. Private addresses are the owner's to enter, or to allow with STUDIO_PRIVATE_HOSTS.",
  );

export const webhookEventsSchema = z
  .array(z.enum(webhookEvents))
  .min(1, "field.required")
  .max(webhookEvents.length)
  .transform((events) => webhookEvents.filter((event) => events.includes(event)));

/** The body of POST /api/v1/webhooks. */
export const createWebhookBodySchema = z.strictObject({
  name: webhookNameSchema,
  url: webhookUrlSchema,
  events: webhookEventsSchema,
  enabled: z.boolean().default(true),
});
export type NewWebhook = z.output<typeof createWebhookBodySchema>;
export type WebhookFormValues = z.input<typeof createWebhookBodySchema>;

/** The body of PATCH /api/v1/webhooks/{id}. What is left out stays. */
export const changeWebhookBodySchema = z
  .strictObject({
    name: webhookNameSchema,
    url: webhookUrlSchema,
    events: webhookEventsSchema,
    enabled: z
      .boolean()
      .describe("Disabling it ends what waits for a retry. Enabling it forgets earlier failures."),
  })
  .partial();
export type WebhookChanges = z.output<typeof changeWebhookBodySchema>;

/** The query of GET /api/v1/webhooks/{id}/deliveries. */
export const listDeliveriesQuerySchema = z.object({
  cursor: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional()
    .describe("`nextCursor` of the page before."),
  limit: z.coerce.number().int().min(1).max(100).default(30),
});
export type ListDeliveriesQuery = z.output<typeof listDeliveriesQuerySchema>;
