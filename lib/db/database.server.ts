import { createHash } from "node:crypto";
import { PrismaPg } from "@prisma/adapter-pg";
import { getEnv } from "@/lib/env/env.server";
import { Prisma, PrismaClient } from "./generated/client";

export type Database = PrismaClient;
/** A client or an open transaction: whatever a query can run on. */
export type Queryable = PrismaClient | Prisma.TransactionClient;
export { Prisma } from "./generated/client";
/** NULL in a JSON column. */
export const jsonNull = Prisma.DbNull;

/** The address of the database; the launcher sets it for the embedded one. */
export function getDatabaseUrl(): string {
  const url = getEnv().DATABASE_URL;
  if (!url) throw new Error("DATABASE_URL is not set: start the studio with npm start.");
  return url;
}

export function createDatabase(url: string, options: { maxConnections?: number } = {}): Database {
  return new PrismaClient({
    adapter: new PrismaPg(
      { connectionString: url, max: options.maxConnections ?? 10 },
      // Each connection parses and plans a statement once; a few dozen different ones are all there are.
      { statementNameGenerator: ({ sql }) => createHash("sha1").update(sql).digest("base64url") },
    ),
    // A burst of submits stands in one line (a lock), each with its connection: patience instead of a refusal.
    transactionOptions: { maxWait: 15_000, timeout: 20_000 },
  });
}

// Next reloads modules in development; the pool must survive that.
const globalForDatabase = globalThis as { reverieDatabase?: Database };

/** The client of this process. */
export function getDatabase(): Database {
  globalForDatabase.reverieDatabase ??= createDatabase(getDatabaseUrl());
  return globalForDatabase.reverieDatabase;
}
