import { z } from "zod";
import { isStorableText } from "@/lib/service/contract/text";
import { roles } from "./actor";

/** Stored and compared in lower case, so that one person has one account. */
const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, { error: "account.email.format" })
  .pipe(z.email({ error: "account.email.format" }));

const minimumPasswordLength = 12;

/** Strength comes from length. argon2 has no upper limit, but requests need one. */
const newPassword = z
  .string()
  .min(minimumPasswordLength, { error: "account.password.too-short" })
  .max(512, { error: "account.password.too-long" });

/** A password to verify. */
export const givenPassword = z.string().min(1, { error: "field.required" }).max(512);

const name = z
  .string()
  .trim()
  .min(1, { error: "field.required" })
  .max(80)
  .refine(isStorableText, { error: "field.characters" });

export const renamePasskeyInputSchema = z.strictObject({ name });
export type RenamePasskeyInput = z.output<typeof renamePasskeyInputSchema>;

export const signInInputSchema = z.object({
  email: z
    .string()
    .trim()
    .toLowerCase()
    .min(1, { error: "field.required" })
    .max(254)
    .refine(isStorableText, { error: "field.characters" }),
  password: givenPassword,
  /** In the second step, of people with a second factor. */
  code: z.string().trim().max(100).optional(),
});
export type SignInInput = z.output<typeof signInInputSchema>;

export const setupInputSchema = z.strictObject({ name, email, password: newPassword });
export type SetupInput = z.output<typeof setupInputSchema>;

export const acceptInvitationInputSchema = setupInputSchema;
export type AcceptInvitationInput = SetupInput;

export const changePasswordInputSchema = z.strictObject({
  currentPassword: givenPassword,
  newPassword,
});
export type ChangePasswordInput = z.output<typeof changePasswordInputSchema>;

export const removeAccountInputSchema = z.strictObject({ password: givenPassword });
export type RemoveAccountInput = z.output<typeof removeAccountInputSchema>;

export const changeNameInputSchema = z.strictObject({ name });
export type ChangeNameInput = z.output<typeof changeNameInputSchema>;

export const inviteInputSchema = z.strictObject({
  /** Restricts the link to one address; without it, anyone with the link can join. */
  email: z.preprocess((value) => (value === "" ? undefined : value), email.optional()),
  role: z.enum(roles).default("member"),
});
export type InviteInput = z.output<typeof inviteInputSchema>;

const queueLength = z
  .int()
  .min(1)
  .max(100_000)
  .nullable()
  .describe("How many of their requests may wait to be sent. Null for any number.");

/** Quotas of a person, as the REST API sets and returns them. */
export const quotasInputSchema = z.strictObject({
  diskBytes: z.int().min(1).nullable().describe("How many bytes their files may take. Null for any number."),
  queueLength,
});
export type QuotasInput = z.output<typeof quotasInputSchema>;

/** The same as the owner enters them. */
export const quotasFormSchema = z.strictObject({
  diskGigabytes: z.number().min(0.001).max(1_000_000).nullable(),
  queueLength,
});
export type QuotasForm = z.output<typeof quotasFormSchema>;

/** A code of the authenticator app, or a recovery code. */
export const codeInputSchema = z.strictObject({
  code: z.string().trim().min(1, { error: "field.required" }).max(100),
});
export type CodeInput = z.output<typeof codeInputSchema>;

/** What the owner asks of everyone's sign-in, as the REST API returns and sets it. */
export const signInRulesSchema = z.strictObject({
  requireSecondFactor: z
    .boolean()
    .describe(
      "Whether everyone must have a second factor before a session can do anything else. Tokens don't need one.",
    ),
});
export type SignInRules = z.output<typeof signInRulesSchema>;
