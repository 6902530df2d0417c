import { accountDtoSchema, toAccountDto } from "@/lib/auth/account-dto";
import { defineRoute } from "@/lib/http/route.server";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  operation: {
    id: "getAccount",
    tag: "Account",
    summary: "Get the current account",
    answers: { 200: { description: "The account.", schema: accountDtoSchema } },
  },
  handle: ({ actor }) => toAccountDto(actor),
});
