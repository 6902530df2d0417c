import { z } from "zod";

/** The path of one thing. */
export const idParamsSchema = z.object({ id: z.uuid() });
