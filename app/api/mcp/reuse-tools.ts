import { defineRouteTool } from "@/lib/http/mcp/route-tool.server";
import { POST as cancelBatch } from "../v1/batches/[id]/cancellation/route";
import { GET as getBatch } from "../v1/batches/[id]/route";
import { GET as listBatches, POST as createBatch } from "../v1/batches/route";
import { DELETE as deletePreset, GET as getPreset, PATCH as changePreset } from "../v1/presets/[id]/route";
import { GET as listPresets, POST as createPreset } from "../v1/presets/route";
import { GET as getPrompt } from "../v1/prompts/[id]/route";
import { GET as listPrompts } from "../v1/prompts/route";
import { DELETE as deleteSnippet, PATCH as changeSnippet } from "../v1/snippets/[id]/route";
import { GET as listSnippets, POST as createSnippet } from "../v1/snippets/route";

/** What agents make many of, and use again. */
export const reuseTools = [
  defineRouteTool({
    name: "make_batch",
    description:
      "Creates up to 500 generations of one generator, all or none. Each may be billed. Queues them and returns at once: check their number by state with look_at_batch.",
    route: "POST /api/v1/batches",
    handler: createBatch,
  }),
  defineRouteTool({ name: "list_batches", route: "GET /api/v1/batches", handler: listBatches }),
  defineRouteTool({ name: "look_at_batch", route: "GET /api/v1/batches/[id]", handler: getBatch }),
  defineRouteTool({
    name: "cancel_batch",
    route: "POST /api/v1/batches/[id]/cancellation",
    handler: cancelBatch,
  }),
  defineRouteTool({ name: "find_prompts", route: "GET /api/v1/prompts", handler: listPrompts }),
  defineRouteTool({ name: "get_prompt", route: "GET /api/v1/prompts/[id]", handler: getPrompt }),
  defineRouteTool({ name: "list_presets", route: "GET /api/v1/presets", handler: listPresets }),
  defineRouteTool({ name: "get_preset", route: "GET /api/v1/presets/[id]", handler: getPreset }),
  defineRouteTool({ name: "create_preset", route: "POST /api/v1/presets", handler: createPreset }),
  defineRouteTool({ name: "change_preset", route: "PATCH /api/v1/presets/[id]", handler: changePreset }),
  defineRouteTool({ name: "delete_preset", route: "DELETE /api/v1/presets/[id]", handler: deletePreset }),
  defineRouteTool({ name: "list_snippets", route: "GET /api/v1/snippets", handler: listSnippets }),
  defineRouteTool({ name: "create_snippet", route: "POST /api/v1/snippets", handler: createSnippet }),
  defineRouteTool({ name: "change_snippet", route: "PATCH /api/v1/snippets/[id]", handler: changeSnippet }),
  defineRouteTool({ name: "delete_snippet", route: "DELETE /api/v1/snippets/[id]", handler: deleteSnippet }),
];
