import type { z } from "zod";

/** A kind of job: its queue and the shape of its data, which is parsed on the way in and on the way out. */
export interface JobDefinition<Data> {
  name: string;
  schema: z.ZodType<Data>;
}

export function defineJob<Data>(definition: JobDefinition<Data>): JobDefinition<Data> {
  return definition;
}
