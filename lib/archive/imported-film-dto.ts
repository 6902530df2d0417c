import { z } from "zod";
import { filmDtoSchema } from "@/lib/films/film-dto";

/** The answer to POST /api/v1/films/imports. */
export const importedFilmSchema = z.object({
  film: filmDtoSchema,
  created: z.boolean().describe("False for a film that you had already, which stays as it is."),
  items: z.number().int().describe("How many of the film’s items you have now."),
  missing: z.number().int().describe("How many you don’t have. Their places in the film stay."),
});
export type ImportedFilmDto = z.infer<typeof importedFilmSchema>;
