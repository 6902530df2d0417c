import { accountDtoSchema, toAccountDto } from "@/lib/auth/account-dto";
import { defineRoute } from "@/lib/http/route.server";

/** Whose session or token this is. */
export const GET = defineRoute({
  auth: "actor",
  operation: {
    id: "getAccount",
    tag: "Account",
    summary: "Tell whose session or token this is",
    answers: { 200: { description: "The caller.", schema: accountDtoSchema } },
  },
  handle: ({ actor }) => Response.json(toAccountDto(actor)),
});
