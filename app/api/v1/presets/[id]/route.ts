import { getDatabase } from "@/lib/db/database.server";
import { defineRoute, idParamsSchema } from "@/lib/http/route.server";
import { presetWithInputSchema } from "@/lib/presets/preset-dto";
import { changePresetBodySchema } from "@/lib/presets/preset-input";
import { changePreset, deletePreset, getPreset } from "@/lib/presets/presets.server";
import { getPresetServices } from "@/server/preset-services.server";

export const GET = defineRoute({
  auth: "actor",
  scope: "read",
  params: idParamsSchema,
  operation: {
    id: "getPreset",
    tag: "Presets",
    summary: "Get a preset with its values",
    answers: { 200: { description: "The preset.", schema: presetWithInputSchema } },
  },
  handle: ({ actor, params }) => getPreset(getPresetServices(), { userId: actor.userId, ...params }),
});

export const PATCH = defineRoute({
  auth: "actor",
  scope: "make",
  limit: "itemChanges",
  params: idParamsSchema,
  body: changePresetBodySchema,
  operation: {
    id: "changePreset",
    tag: "Presets",
    summary: "Rename a preset, change its values, or make it the default",
    description: "Fields that are left out stay as they are. `input` replaces all values.",
    answers: { 200: { description: "The preset.", schema: presetWithInputSchema } },
    problems: ["generator.unknown"],
  },
  handle: ({ actor, params, body }) =>
    changePreset(getPresetServices(), { userId: actor.userId, ...params }, body),
});

export const DELETE = defineRoute({
  auth: "actor",
  scope: "make",
  limit: "itemChanges",
  params: idParamsSchema,
  operation: {
    id: "deletePreset",
    tag: "Presets",
    summary: "Delete a preset",
    description: "Files that it uses stay among your uploads.",
    answers: { 204: { description: "Deleted." } },
  },
  handle: ({ actor, params }) => deletePreset(getDatabase(), { userId: actor.userId, ...params }),
});
