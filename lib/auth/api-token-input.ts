import { z } from "zod";

/** What a person says about a new personal token. */
export const apiTokenInputSchema = z.strictObject({
  name: z.string().trim().min(1).max(80),
  /** Days until it ends by itself; left out, it lives until it is revoked. */
  expiresInDays: z.int().min(1).max(3650).optional(),
});

export type ApiTokenInput = z.output<typeof apiTokenInputSchema>;
