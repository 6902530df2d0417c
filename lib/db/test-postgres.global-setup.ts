import type { TestProject } from "vitest/node";
import { startTestPostgres } from "./test-postgres.server";

declare module "vitest" {
  export interface ProvidedContext {
    /** URL of the migrated database that `createTestDatabase` clones. */
    templateDatabaseUrl: string;
  }
}

/** Starts one PostgreSQL for the run and stops it after the last test. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { templateUrl, stop } = await startTestPostgres();
  project.provide("templateDatabaseUrl", templateUrl);
  return stop;
}
