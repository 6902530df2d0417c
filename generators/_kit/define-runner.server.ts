import type { z } from "zod";
import type { Runner } from "@/lib/generations/record/runner-port.server";

/** Checks a runner against its generator's schema; every runner.server.ts exports the result as `runner`. */
export function defineRunner<Schema extends z.ZodType, Prepared>(
  runner: Runner<Schema, Prepared>,
): Runner<Schema, Prepared> {
  return runner;
}
