import { expect, it } from "vitest";
import { createProjectBodySchema } from "@/lib/projects/project-input";
import { savedSearchNameSchema } from "@/lib/saved-searches/saved-search-input";

it.each([
  ["a project", createProjectBodySchema.shape.title],
  ["a saved search", savedSearchNameSchema],
])("makes the name of %s one visible line", (_what, schema) => {
  expect(schema.parse(" Harbour\u0085\n lights ")).toBe("Harbour lights");
  for (const name of ["", "\u200b\u0085", "Half \ud83c"]) expect(schema.safeParse(name).success).toBe(false);
});
