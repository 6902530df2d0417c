import { listGeneratorSchemas } from "@/generators/_kit/list-generator-schemas.server";
import { defineRoute } from "@/lib/http/route.server";

export const GET = defineRoute({
  auth: "actor",
  handle: () => Response.json({ generators: listGeneratorSchemas() }),
});
