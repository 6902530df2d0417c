import { z } from "zod";
import { type Actor, roles } from "./actor";

/** The response of GET /api/v1/account. */
export const accountDtoSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.enum(roles).describe("The owner can also see, invite and remove members."),
  via: z.enum(["session", "token"]).describe("How the caller was authenticated."),
});

export function toAccountDto({ userId, name, email, role, via }: Actor): z.output<typeof accountDtoSchema> {
  return { id: userId, name, email, role, via };
}
