import type { z } from "zod";
import type { Runner } from "@/lib/generations/record/runner-port.server";

/** Type-checks a runner against its generator's schema. */
export function defineRunner<Schema extends z.ZodType, Prepared>(
  runner: Runner<Schema, Prepared>,
): Runner<Schema, Prepared> {
  return runner;
}
