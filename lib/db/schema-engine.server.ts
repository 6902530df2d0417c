import { readFile, readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { PrismaPg } from "@prisma/adapter-pg";
import {
  ColumnTypeEnum,
  type SqlResultSet,
  bindMigrationAwareSqlAdapterFactory,
} from "@prisma/driver-adapter-utils";
import * as schemaEngineModule from "@prisma/schema-engine-wasm/schema_engine_bg";
import type { MigrationList, SchemaEngine } from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";

const require = createRequire(import.meta.url);

let engineReady: Promise<void> | undefined;

/** Loads the WebAssembly module once for the process. */
function loadEngine(): Promise<void> {
  engineReady ??= (async () => {
    const glueFile = require.resolve("@prisma/schema-engine-wasm/schema_engine_bg");
    const bytes = await readFile(path.join(path.dirname(glueFile), "schema_engine_bg.wasm"));
    const { instance } = await WebAssembly.instantiate(bytes, {
      "./schema_engine_bg.js": schemaEngineModule as unknown as WebAssembly.ModuleImports,
    });
    schemaEngineModule.__wbg_set_wasm(instance.exports);
    (instance.exports as { __wbindgen_start(): void }).__wbindgen_start();
  })();
  return engineReady;
}

type MigrationAdapter = Awaited<ReturnType<PrismaPg["connect"]>>;

/**
 * Follows a migration's script in the same transaction. A crash then leaves either nothing of the migration or all of it
 * together with its mark, never one without the other.
 */
const finishInSameTransaction = `
;UPDATE "_prisma_migrations" SET "finished_at" = now() WHERE "finished_at" IS NULL AND "rolled_back_at" IS NULL;`;

/**
 * The adapter's own `executeScript` cuts a script at every semicolon, which breaks function bodies and leaves half a
 * migration behind when a statement fails. This one sends it whole, and PostgreSQL runs that as one transaction.
 */
class MigrationAdapterFactory extends PrismaPg {
  readonly #migrationScripts: ReadonlySet<string>;
  /** What PostgreSQL said to the last script; the engine only tells that there was a fault. */
  scriptError: unknown;

  constructor(pool: pg.Pool, migrationScripts: ReadonlySet<string>) {
    super(pool);
    this.#migrationScripts = migrationScripts;
  }

  override async connect(): Promise<MigrationAdapter> {
    const adapter = await super.connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => restoreCharColumns(await queryRaw(query));
    adapter.executeScript = async (script) => {
      const whole = this.#migrationScripts.has(script) ? script + finishInSameTransaction : script;
      try {
        await adapter.underlyingDriver().query(whole);
      } catch (error) {
        this.scriptError = error;
        throw error;
      }
    };
    return adapter;
  }

  /** The adapter would open the very database of the connection string as its shadow. */
  override connectToShadowDb(): Promise<MigrationAdapter> {
    throw new Error("Compare with a migrated scratch database instead of a shadow database.");
  }
}

/** PostgreSQL's one-byte type of its own catalogue, which the engine asks for and the adapter does not know. */
const charTypeId = 18;
const textTypeId = 25;

/** For each result: the columns that are of the one-byte type. */
const charColumns = new WeakMap<unknown[], number[]>();

/** Lets the adapter take one-byte columns for text, and remembers which they are. */
function readCharAsText(pool: pg.Pool): pg.Pool {
  const query = pool.query.bind(pool) as (...queryArguments: unknown[]) => Promise<pg.QueryResult>;
  pool.query = (async (...queryArguments: unknown[]) => {
    const result = await query(...queryArguments);
    const found: number[] = [];
    for (const [index, field] of (result.fields ?? []).entries()) {
      if (field.dataTypeID !== charTypeId) continue;
      field.dataTypeID = textTypeId;
      found.push(index);
    }
    if (found.length > 0) charColumns.set(result.rows, found);
    return result;
  }) as typeof pool.query;
  return pool;
}

/** Tells the engine again that these columns are single characters. */
function restoreCharColumns(result: SqlResultSet): SqlResultSet {
  for (const index of charColumns.get(result.rows) ?? []) {
    result.columnTypes[index] = ColumnTypeEnum.Character;
  }
  return result;
}

/**
 * Runs `work` with Prisma's schema engine on the database at `url` and closes its connections afterwards.
 * After applying, the engine leaves a timer of 10 s behind: a program that does nothing else should end by process.exit.
 * @param options.migrations the history that `work` may apply; each of its scripts becomes one transaction.
 */
export async function withSchemaEngine<Result>(
  url: string,
  work: (engine: SchemaEngine) => Promise<Result>,
  options: { schema?: { path: string; content: string }; migrations?: MigrationList } = {},
): Promise<Result> {
  await loadEngine();
  const scripts = options.migrations?.migrationDirectories.flatMap(({ migrationFile: { content } }) =>
    content.tag === "ok" ? [content.value] : [],
  );
  const pool = readCharAsText(new pg.Pool({ connectionString: url, max: 4 }));
  const factory = new MigrationAdapterFactory(pool, new Set(scripts));
  try {
    const engine = await schemaEngineModule.SchemaEngine.new(
      { datamodels: options.schema && [[options.schema.path, options.schema.content]] },
      () => {},
      bindMigrationAwareSqlAdapterFactory(factory),
    );
    try {
      return await work(engine);
    } finally {
      engine.free();
    }
  } catch (error) {
    throw describeFailure(error, factory.scriptError);
  } finally {
    await pool.end();
  }
}

function describeFailure(error: unknown, scriptError: unknown): Error {
  const message = error instanceof Error ? error.message : String(error);
  if (!(scriptError instanceof Error)) return new Error(message, { cause: error });
  const migrationName = /migration_name="([^"]+)"/.exec(message)?.[1] ?? "a script";
  return new Error(`${migrationName}: ${scriptError.message}`, { cause: scriptError });
}

/** Everything in the schema and the database is ours. */
export const noFilters = { externalTables: [], externalEnums: [] };

/** Reads a folder of migrations as Prisma lays it out, oldest first; throws when a migration has no readable script. */
export async function readMigrations(baseDir: string): Promise<MigrationList> {
  const entries = await readdir(baseDir, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return {
    baseDir,
    lockfile: {
      path: "migration_lock.toml",
      content: await readFile(path.join(baseDir, "migration_lock.toml"), "utf8"),
    },
    shadowDbInitScript: "",
    migrationDirectories: await Promise.all(
      names.map(async (name) => ({
        path: name,
        migrationFile: {
          path: "migration.sql",
          content: {
            tag: "ok" as const,
            value: await readFile(path.join(baseDir, name, "migration.sql"), "utf8"),
          },
        },
      })),
    ),
  };
}
