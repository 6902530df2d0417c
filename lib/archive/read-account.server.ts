import pg from "pg";
import { ArchiveError } from "./archive-error";
import { accountScope, scopeOfFilm } from "./archive-scope.server";
import { filmTables } from "./archive-format.server";
import { archiveTables, type TableName } from "./archive-tables.server";
import type { FilmChoice } from "./choose-film.server";

const batchRows = 200;

/** A file of an archive; several of its assets may have it. */
export interface AccountFile {
  sha256: string;
  bytes: number;
  /** Of one of these assets. */
  mimeType: string;
}

/** An item as the pages of an archive show it. */
export interface ShownItem {
  name: string;
  kind: string;
  model: string;
  createdAt: string;
  words: string | null;
  tags: string[];
  rating: number;
  favourite: boolean;
  trashed: boolean;
  sha256: string;
}

/** The rows of one account at one moment, or of one film. */
export interface AccountReader {
  account: { id: string; email: string; name: string };
  createdAt: string;
  underWay: number;
  itemCount: number;
  /** JSON lines, each with its line feed; several in one text. */
  readLines(table: TableName): AsyncGenerator<{ text: string; rows: number }>;
  /** Newest first. */
  readItems(): AsyncGenerator<ShownItem>;
  /** By digest. */
  listFiles(): Promise<AccountFile[]>;
  /** Ends the transaction early. Nothing can be read afterwards. */
  end(): Promise<void>;
}

/**
 * Reads an account, or what one film needs, in one transaction, which sees the database of one moment while the studio goes on.
 *
 * @throws ArchiveError where nobody has this address
 */
export async function readAccount<Result>(
  { databaseUrl, email, film }: { databaseUrl: string; email: string; film?: FilmChoice | undefined },
  read: (reader: AccountReader) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: "reverie-export" });
  // If the database goes away, so does what is read.
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    await client.query("SET LOCAL TIME ZONE 'UTC'");
    return await read(await createReader(client, email, film));
  } finally {
    await client.end();
  }
}

async function createReader(
  client: pg.Client,
  email: string,
  film: FilmChoice | undefined,
): Promise<AccountReader> {
  const accounts = await client.query<AccountReader["account"]>(
    `SELECT "id", "email", "name" FROM "User" WHERE "email" = lower($1)`,
    [email],
  );
  const [account] = accounts.rows;
  if (!account) throw new ArchiveError(`No account in this studio uses ${email}.`);
  const scope = film ? scopeOfFilm(film) : accountScope;
  const within = (sql: string) => `${scope} ${sql}`.replaceAll("$1", `${pg.escapeLiteral(account.id)}::uuid`);
  const counts = await client.query<{ createdAt: Date; underWay: string; items: string }>(
    within(`SELECT now() AS "createdAt",
       (SELECT count(*) FROM (${shownItems}) item) AS "items",
       (SELECT count(*) FROM "Generation"
        WHERE "userId" = $1 AND "state" IN ('queued', 'starting', 'running', 'storing')) AS "underWay"`),
  );
  const { createdAt, underWay, items } = counts.rows[0]!;
  return {
    account,
    createdAt: createdAt.toISOString(),
    underWay: film ? 0 : Number(underWay),
    itemCount: Number(items),
    async *readLines(table) {
      if (film && !filmTables.includes(table)) return;
      if (film && table === "films") {
        yield { text: `${JSON.stringify(film.row)}\n`, rows: 1 };
        return;
      }
      const sql = within(`SELECT to_jsonb(entry)::text AS line FROM (${archiveTables[table].sql}) entry`);
      for await (const rows of readBatches<{ line: string }>(client, sql)) {
        yield { text: rows.map(({ line }) => `${line}\n`).join(""), rows: rows.length };
      }
    },
    async *readItems() {
      for await (const rows of readBatches<ShownItem>(client, within(shownItems))) {
        yield* rows;
      }
    },
    async listFiles() {
      const { rows } = await client.query<{ sha256: string; bytes: string; mimeType: string }>(
        within(`SELECT "sha256", "bytes", min("mimeType") AS "mimeType" FROM files
         GROUP BY "sha256", "bytes" ORDER BY "sha256"`),
      );
      return rows.map((row) => ({ ...row, bytes: Number(row.bytes) }));
    },
    end: () => client.end(),
  };
}

const shownItems = `
  SELECT coalesce(item."title", item."takeName") AS "name", item."kind", item."model",
    to_char(item."createdAt", 'YYYY-MM-DD HH24:MI') AS "createdAt",
    left(coalesce(take."input" ->> 'prompt', take."input" ->> 'text') || coalesce(E'\\n\\n' || (take."input" ->> 'lyrics'), ''),
      20000) AS "words",
    item."tags", item."rating", item."favourite", item."deletedAt" IS NOT NULL AS "trashed", asset."sha256"
  FROM items item JOIN takes take ON take."id" = item."generationId"
  JOIN files asset ON asset."id" = item."assetId"
  ORDER BY item."createdAt" DESC, item."id" DESC`;

async function* readBatches<Row extends pg.QueryResultRow>(
  client: pg.Client,
  sql: string,
): AsyncGenerator<Row[]> {
  await client.query(`DECLARE export NO SCROLL CURSOR FOR ${sql}`);
  for (;;) {
    const { rows } = await client.query<Row>(`FETCH ${batchRows} FROM export`);
    if (rows.length === 0) break;
    yield rows;
  }
  await client.query("CLOSE export");
}
