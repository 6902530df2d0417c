import { z } from "zod";
import type { ExpectedUsage } from "./units";

const countSchema = z.int().min(0).nullable().optional();

/** The `expected` column of a generation; nothing in rows from before it was stored. */
export const expectedUsageSchema: z.ZodType<ExpectedUsage, unknown> = z
  .object({ characters: countSchema, milliseconds: countSchema, images: countSchema, songs: countSchema })
  .nullable()
  .transform((expected) => expected ?? {});
