import type { z } from "zod";
import type { Runner } from "@/lib/generations/record/runner-port.server";

/** Checks a runner against its generator's schema; every run-<id>.server.ts exports what this returns. */
export function defineRunner<Schema extends z.ZodType, Prepared>(
  runner: Runner<Schema, Prepared>,
): Runner<Schema, Prepared> {
  return runner;
}
