import { readFile } from "node:fs/promises";
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

type EngineModule = typeof schemaEngineModule;

// One per process, also after `vi.resetModules()`, which keeps the package's module but not this one: timers of a replaced
// instance reach into the memory of the next, and a migration never ends. A symbol, since tests delete the studio's
// named globals between files.
const engineKey = Symbol.for("reverie.schemaEngine");
const globalForEngine = globalThis as { [engineKey]?: Promise<EngineModule> };

/** Loads the WebAssembly module once per process. */
function loadEngine(): Promise<EngineModule> {
  globalForEngine[engineKey] ??= (async () => {
    const glueFile = require.resolve("@prisma/schema-engine-wasm/schema_engine_bg");
    const bytes = await readFile(path.join(path.dirname(glueFile), "schema_engine_bg.wasm"));
    const { instance } = await WebAssembly.instantiate(bytes, {
      // The package's own types don't describe its generated exports as imports of the module.
      "./schema_engine_bg.js": schemaEngineModule as unknown as WebAssembly.ModuleImports,
    });
    schemaEngineModule.__wbg_set_wasm(instance.exports);
    (instance.exports as { __wbindgen_start(): void }).__wbindgen_start();
    return schemaEngineModule;
  })();
  return globalForEngine[engineKey];
}

type MigrationAdapter = Awaited<ReturnType<PrismaPg["connect"]>>;

/**
 * Appended to a migration's script, so that a crash leaves either nothing of the migration, or all of it marked
 * as applied.
 */
const finishInSameTransaction = `
;UPDATE "_prisma_migrations" SET "finished_at" = now() WHERE "finished_at" IS NULL AND "rolled_back_at" IS NULL;`;

/**
 * The adapter's `executeScript` splits a script at every semicolon, which breaks function bodies and leaves
 * half a migration after a failure. This one sends the whole script, which PostgreSQL runs as one transaction.
 */
class MigrationAdapterFactory extends PrismaPg {
  readonly #migrationScripts: ReadonlySet<string>;
  /** PostgreSQL's error for the last script; the engine doesn't pass it on. */
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

  /** The adapter would use the database itself as its shadow database. */
  override connectToShadowDb(): Promise<MigrationAdapter> {
    throw new Error("Compare with a migrated scratch database instead of a shadow database.");
  }
}

/** PostgreSQL's one-byte "char" type, which the engine queries and the adapter doesn't know. */
const charTypeId = 18;
const textTypeId = 25;

/** The "char" columns of each result. */
const charColumns = new WeakMap<unknown[], number[]>();

/** Makes the adapter read "char" columns as text, and remembers them. */
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

/** Restores the type of "char" columns for the engine. */
function restoreCharColumns(result: SqlResultSet): SqlResultSet {
  for (const index of charColumns.get(result.rows) ?? []) {
    result.columnTypes[index] = ColumnTypeEnum.Character;
  }
  return result;
}

/**
 * Runs `work` with Prisma's schema engine on the database at `url`, then closes its connections. After
 * applying, the engine leaves a 10 s timer: a program that does nothing else should call process.exit. @param
 * options.migrations the history that `work` may apply; each script becomes one transaction
 */
export async function withSchemaEngine<Result>(
  url: string,
  work: (engine: SchemaEngine) => Promise<Result>,
  options: { schema?: { path: string; content: string }; migrations?: MigrationList } = {},
): Promise<Result> {
  const { SchemaEngine: Engine } = await loadEngine();
  const scripts = options.migrations?.migrationDirectories.flatMap(({ migrationFile: { content } }) =>
    content.tag === "ok" ? [content.value] : [],
  );
  const pool = readCharAsText(new pg.Pool({ connectionString: url, max: 4 }));
  const factory = new MigrationAdapterFactory(pool, new Set(scripts));
  try {
    const engine = await Engine.new(
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

/** The studio owns everything in the database. */
export const noFilters = { externalTables: [], externalEnums: [] };

const defaultSchemaFile = path.resolve(process.cwd(), "prisma/schema.prisma");

/** The SQL from the database at `url` to the Prisma schema; empty where they agree. */
export async function describeSchemaDifference(url: string, schemaFile = defaultSchemaFile): Promise<string> {
  const schema = { path: schemaFile, content: await readFile(schemaFile, "utf8") };
  const { stdout } = await withSchemaEngine(
    url,
    (engine) =>
      engine.diff({
        // The datasource is the connected database.
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
