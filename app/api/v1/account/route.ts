import { defineRoute } from "@/lib/http/route.server";

/** Whose session or token this is. */
export const GET = defineRoute({
  auth: "actor",
  handle: ({ actor }) => {
    const { userId, name, email, role, via } = actor;
    return Response.json({ id: userId, name, email, role, via });
  },
});
