import { createHash } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import { z } from "zod";
import { getEnv } from "@/lib/env/env.server";
import { tellCommits } from "./after-commit";
import { connectionPlan } from "./connection-plan";
import { Prisma, PrismaClient } from "./generated/client";
import { lostLinkOptions } from "./lost-links";

export type Database = PrismaClient;
/** A client or an open transaction. */
export type Queryable = PrismaClient | Prisma.TransactionClient;
export { Prisma } from "./generated/client";
export const jsonNull = Prisma.DbNull;

const rawFaultSchema = z.object({ code: z.literal("P2010"), message: z.string().includes("`23505`") });

export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error && "code" in error)) return false;
  // Of a statement that Prisma did not write, only the message has PostgreSQL's code.
  return error.code === "P2002" || rawFaultSchema.safeParse(error).success;
}

/** Of a statement that Prisma did not write, and of one that it did. */
const budgetFaultSchema = z.object({
  code: z.enum(["P2010", "P2039"]),
  message: z.string().includes("`RVB01`"),
});

/** Whether a statement was refused because its request would pass a hard budget (`reverie_spend`). */
export function isBudgetFault(error: unknown): boolean {
  return budgetFaultSchema.safeParse(error).success;
}

/** The database URL; the launcher sets it for the embedded one. */
export function getDatabaseUrl(): string {
  const url = getEnv().DATABASE_URL;
  if (!url) throw new Error("DATABASE_URL is not set: start the studio with npm start.");
  return url;
}

/**
 * The URL of PostgreSQL itself, for what needs a session of its own: notifications, locks, migrations and the job queue. A pooler
 * that `DATABASE_URL` names gives sessions away after each transaction.
 */
export function getDirectDatabaseUrl(): string {
  return getEnv().DATABASE_DIRECT_URL ?? getDatabaseUrl();
}

const connectionTimeoutMs = 15_000;

const { options: _settings, ...withoutSettings } = lostLinkOptions;

interface DatabaseOptions {
  maxConnections?: number;
  /** The application name of its connections, by which the database lists them. */
  name?: string;
}

/** A client of the studio's database, through its pooler if it has one. */
export function createStudioDatabase(options: DatabaseOptions): Database {
  const isPooled = getEnv().DATABASE_DIRECT_URL !== undefined;
  return createDatabase(getDatabaseUrl(), { ...options, isPooled });
}

/** @param options.isPooled whether sessions belong to a pooler, so that they have no prepared statements and settings */
export function createDatabase(
  url: string,
  options: DatabaseOptions & { isPooled?: boolean } = {},
): Database {
  const { isPooled = false } = options;
  const client = new PrismaClient({
    adapter: new PrismaPg(
      // Two stay open: a person submits after minutes of thought, and connecting takes as long as ten statements.
      {
        ...(isPooled ? withoutSettings : lostLinkOptions),
        connectionString: url,
        application_name: options.name ?? "reverie",
        max: options.maxConnections ?? 10,
        min: 2,
        // As long as a transaction waits to start: a server that accepts connections but does not answer is away.
        connectionTimeoutMillis: connectionTimeoutMs,
      },
      // Prepared statements: each connection plans the few dozen different ones once.
      isPooled
        ? {}
        : { statementNameGenerator: ({ sql }) => createHash("sha1").update(sql).digest("base64url") },
    ),
    // Submits in a burst wait for one lock, each with its connection, so they need a long timeout.
    transactionOptions: { maxWait: connectionTimeoutMs, timeout: 20_000 },
  });
  const begin: BeginTransaction = client.$transaction.bind(client);
  return Object.assign(client, { $transaction: tellCommits(begin) });
}

/** The only form of a transaction that the studio uses. */
type BeginTransaction = <Result>(
  work: (transaction: Prisma.TransactionClient) => Promise<Result>,
  options?: { maxWait?: number; timeout?: number; isolationLevel?: Prisma.TransactionIsolationLevel },
) => Promise<Result>;

// Survives Next reloading modules in development, together with its pool.
const globalForDatabase = globalThis as { reverieDatabase?: Database };

/** The client of what answers HTTP requests. A worker's own has its pool apart. */
export function getDatabase(): Database {
  const { STUDIO_ROLE: role, STUDIO_WEB_CONNECTIONS: webPool } = getEnv();
  globalForDatabase.reverieDatabase ??= createStudioDatabase({
    maxConnections: role === "worker" ? connectionPlan.status : webPool,
  });
  return globalForDatabase.reverieDatabase;
}
