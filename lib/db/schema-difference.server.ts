import { readFile } from "node:fs/promises";
import path from "node:path";
import { noFilters, withSchemaEngine } from "./schema-engine.server";

export const defaultSchemaFile = path.resolve(process.cwd(), "prisma/schema.prisma");

/** The SQL that would lead from the database at `url` to the Prisma schema; empty when they agree. */
export async function describeSchemaDifference(url: string, schemaFile = defaultSchemaFile): Promise<string> {
  const schema = { path: schemaFile, content: await readFile(schemaFile, "utf8") };
  const { stdout } = await withSchemaEngine(
    url,
    (engine) =>
      engine.diff({
        // The datasource is the database that the engine is connected to.
        from: { tag: "schemaDatasource", files: [schema], configDir: path.dirname(schemaFile) },
        to: { tag: "schemaDatamodel", files: [schema] },
        script: true,
        exitCode: null,
        filters: noFilters,
      }),
    { schema },
  );
  const script = stdout?.trim() ?? "";
  return /^\s*(--.*\s*)*$/.test(script) ? "" : `${script}\n`;
}
