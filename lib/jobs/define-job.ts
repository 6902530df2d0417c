import type { z } from "zod";

/** A kind of job: its queue and the schema of its data, which is parsed when sent and when received. */
export interface JobDefinition<Data> {
  name: string;
  schema: z.ZodType<Data>;
}

export function defineJob<Data>(definition: JobDefinition<Data>): JobDefinition<Data> {
  return definition;
}
