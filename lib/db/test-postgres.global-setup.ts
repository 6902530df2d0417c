import type { TestProject } from "vitest/node";
import { startTestPostgres } from "./test-postgres.server";

declare module "vitest" {
  export interface ProvidedContext {
    /** Address of the migrated database that `createTestDatabase` clones. */
    templateDatabaseUrl: string;
  }
}

/** Starts one PostgreSQL for the whole run; ends it after the last test. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { templateUrl, stop } = await startTestPostgres();
  project.provide("templateDatabaseUrl", templateUrl);
  return stop;
}
