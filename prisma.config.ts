import { defineConfig } from "prisma/config";

/** The CLI only generates the client; migrations run through lib/db/migrate (see docs/decisions). */
export default defineConfig({ schema: "prisma/schema.prisma" });
