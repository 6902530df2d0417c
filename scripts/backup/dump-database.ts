import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import pg from "pg";
import { type Manifest, type NamedFile, tableFile } from "./backup-folder";

/**
 * Not dumped: the migrations are applied again, and workers are processes of this moment. pg-boss has a schema of its own,
 * whose wake-ups recovery sends again.
 */
const leftOut = ["_prisma_migrations", "Worker"];

const batchRows = 100;

interface DumpedDatabase extends Pick<Manifest, "migrations" | "tables" | "sequences"> {
  files: NamedFile[];
}

/**
 * Writes every row of one moment into a folder, as JSON lines that PostgreSQL itself writes and reads: one transaction
 * sees the same snapshot of the database throughout, while the studio goes on. PostgreSQL's own pg_dump does not come
 * with the embedded server.
 */
export async function dumpDatabase(url: string, snapshot: string): Promise<DumpedDatabase> {
  const client = new pg.Client({ connectionString: url, application_name: "reverie-backup" });
  await client.connect();
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const tables: Manifest["tables"] = [];
    for (const table of await listTables(client)) tables.push(await dumpTable(client, snapshot, table));
    const { rows: files } = await client.query<{ sha256: string; bytes: string }>(
      `SELECT DISTINCT "sha256", "bytes"::text FROM "Asset" ORDER BY "sha256"`,
    );
    const { rows: migrations } = await client.query<{ name: string }>(
      `SELECT "migration_name" AS name FROM "_prisma_migrations"
       WHERE "finished_at" IS NOT NULL AND "rolled_back_at" IS NULL ORDER BY name`,
    );
    const { rows: sequences } = await client.query<Manifest["sequences"][number]>(
      `SELECT sequencename AS name, last_value::text AS "lastValue" FROM pg_sequences
       WHERE schemaname = 'public' AND last_value IS NOT NULL ORDER BY name`,
    );
    await client.query("COMMIT");
    return {
      tables,
      sequences,
      migrations: migrations.map(({ name }) => name),
      files: files.map(({ sha256, bytes }) => ({ sha256, bytes: Number(bytes) })),
    };
  } finally {
    await client.end();
  }
}

interface Table {
  name: string;
  /** Without generated ones. */
  columns: string[];
  /** Of the primary key, so that the same rows give the same bytes. */
  key: string[];
}

async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT class.relname AS name,
       array_agg(attribute.attname::text ORDER BY attribute.attnum) FILTER (WHERE attribute.attgenerated = '') AS columns,
       coalesce(array_agg(attribute.attname::text ORDER BY attribute.attnum)
         FILTER (WHERE attribute.attnum = ANY (key.indkey)), '{}') AS key
     FROM pg_class class
     JOIN pg_attribute attribute ON attribute.attrelid = class.oid AND attribute.attnum > 0 AND NOT attribute.attisdropped
     LEFT JOIN pg_index key ON key.indrelid = class.oid AND key.indisprimary
     WHERE class.relnamespace = 'public'::regnamespace AND class.relkind = 'r' AND class.relname <> ALL ($1)
     GROUP BY class.relname ORDER BY class.relname`,
    [leftOut],
  );
  return rows;
}

async function dumpTable(
  client: pg.Client,
  snapshot: string,
  { name, columns, key }: Table,
): Promise<Manifest["tables"][number]> {
  const hash = createHash("sha256");
  let rows = 0;
  const order =
    key.length > 0 ? `ORDER BY ${key.map((column) => pg.escapeIdentifier(column)).join(", ")}` : "";
  await client.query(
    `DECLARE dump NO SCROLL CURSOR FOR SELECT to_jsonb(t)::text AS line FROM ${pg.escapeIdentifier(name)} t ${order}`,
  );
  async function* readLines(): AsyncGenerator<string> {
    for (;;) {
      const batch = await client.query<{ line: string }>(`FETCH ${batchRows} FROM dump`);
      if (batch.rows.length === 0) return;
      rows += batch.rows.length;
      const text = batch.rows.map(({ line }) => `${line}\n`).join("");
      hash.update(text);
      yield text;
    }
  }
  const file = createWriteStream(tableFile(snapshot, name), { mode: 0o600, flush: true });
  await pipeline(Readable.from(readLines()), createGzip(), file);
  await client.query("CLOSE dump");
  return { name, columns, rows, sha256: hash.digest("hex") };
}
