import { getDatabase } from "@/lib/db/database.server";
import { defineRoute } from "@/lib/http/route.server";
import { presetsSchema, presetWithInputSchema } from "@/lib/presets/preset-dto";
import { createPresetBodySchema, listPresetsQuerySchema } from "@/lib/presets/preset-input";
import { createPreset, listPresets } from "@/lib/presets/presets.server";
import { getPresetServices } from "@/server/preset-services.server";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  query: listPresetsQuerySchema,
  operation: {
    id: "listPresets",
    tag: "Presets",
    summary: "List your presets",
    description: "Without their values, which GET /api/v1/presets/{id} has.",
    answers: { 200: { description: "The presets.", schema: presetsSchema } },
  },
  handle: ({ actor, query }) => listPresets(getDatabase(), actor.userId, query),
});

export const POST = defineRoute({
  auth: "actor",
  scope: "make",
  limit: "itemChanges",
  body: createPresetBodySchema,
  operation: {
    id: "createPreset",
    tag: "Presets",
    summary: "Save the values of a form under a name",
    description: "The files that it names stay as long as the preset. Those that aren’t yours are `missing`.",
    answers: { 201: { description: "The preset.", schema: presetWithInputSchema } },
    problems: ["generator.unknown", "preset.too-many"],
  },
  handle: ({ actor, body }) => createPreset(getPresetServices(), actor.userId, body),
});
