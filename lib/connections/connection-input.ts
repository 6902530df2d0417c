import { z } from "zod";
import { isStorableText } from "@/lib/service/contract/text";
import { SHIPPED_PROFILE_IDS } from "@/lib/service/profiles/shipped-profiles";

/** An http(s) address that a path can be appended to: no credentials, query or fragment, no trailing slash. */
const baseAddress = z
  .string()
  .trim()
  .max(2000)
  .refine(isBaseAddress, { error: "connection.base-url.format" })
  .transform((address) => address.replace(/\/+$/, ""));

function isBaseAddress(address: string): boolean {
  if (!isStorableText(address) || !URL.canParse(address)) return false;
  const { protocol, username, password, search, hash } = new URL(address);
  return /^https?:$/.test(protocol) && username + password + search + hash === "";
}

const emptyToUndefined = (value: unknown) =>
  typeof value === "string" && value.trim() === "" ? undefined : value;

/** Parts of a profile that a person may change. Not addresses, which decide who receives the key. */
export const profileOverridesSchema = z.strictObject({
  rateLimits: z.record(z.string(), z.unknown()).optional(),
  modelNames: z.record(z.string(), z.unknown()).optional(),
  endpoints: z.record(z.string(), z.unknown()).optional(),
  fieldNames: z.record(z.string(), z.unknown()).optional(),
  fieldValues: z.record(z.string(), z.unknown()).optional(),
  polling: z.record(z.string(), z.unknown()).optional(),
  limits: z.record(z.string(), z.unknown()).optional(),
});

/** Several times the values of a whole profile. */
const maxOverriddenValues = 1_000;

/** Counts nested values without recursion, which a server action's input could exhaust. */
function hasFewValues(value: unknown): boolean {
  const pending = [value];
  let values = 0;
  while (pending.length > 0) {
    const part = pending.pop();
    if (typeof part !== "object" || part === null) continue;
    const children: unknown[] = Object.values(part);
    values += children.length;
    if (values > maxOverriddenValues) return false;
    pending.push(...children);
  }
  return true;
}

function isStorable(value: unknown): boolean {
  if (typeof value === "string") return isStorableText(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([name, part]) => isStorableText(name) && isStorable(part));
}

/**
 * A person's connection; one schema for form, action and REST. An empty address means the profile's own, an empty key the
 * stored one; missing overrides are unchanged.
 */
export const connectionInputSchema = z
  .strictObject({
    profileId: z.enum(SHIPPED_PROFILE_IDS).describe("The service profile."),
    baseUrl: z
      .preprocess(emptyToUndefined, baseAddress.optional())
      .describe("Address of the service. Defaults to the profile's address. Required for `custom`."),
    altBaseUrl: z
      .preprocess(emptyToUndefined, baseAddress.optional())
      .describe("Backup address for synchronous speech."),
    // Sent in an HTTP header: visible ASCII only.
    apiKey: z
      .preprocess(
        emptyToUndefined,
        z
          .string()
          .trim()
          .max(4096)
          .regex(/^[\x21-\x7e]*$/, { error: "connection.api-key.format" })
          .optional(),
      )
      .describe("If empty or left out, the stored key is kept, as long as the host stays the same."),
    overrides: profileOverridesSchema
      .refine(hasFewValues, {
        error: "field.too-many",
        params: { maximum: maxOverriddenValues },
        abort: true,
      })
      .refine(isStorable, { error: "field.characters" })
      .optional()
      .describe("Overrides of the profile. If left out, existing overrides are kept."),
  })
  .superRefine((input, context) => {
    if (input.profileId === "custom" && !input.baseUrl)
      context.addIssue({ code: "custom", path: ["baseUrl"], message: "field.required" });
    if (input.profileId !== "sandbox") return;
    for (const name of ["baseUrl", "altBaseUrl"] as const)
      if (input[name])
        context.addIssue({ code: "custom", path: [name], message: "connection.sandbox-address" });
  });

export type ConnectionInput = z.output<typeof connectionInputSchema>;
/** The unparsed values of the form. */
export type ConnectionFormValues = z.input<typeof connectionInputSchema>;
