import { type AgentTool, defineRouteTool } from "@/lib/http/mcp/route-tool.server";
import { DELETE as trashGeneration, GET as getGeneration } from "../v1/generations/[id]/route";
import { POST as cancelGeneration } from "../v1/generations/[id]/cancel/route";
import { GET as listItems, PATCH as changeItems } from "../v1/items/route";
import { POST as addProjectItems } from "../v1/projects/[id]/items/route";
import { POST as removeProjectItems } from "../v1/projects/[id]/items/remove/route";
import { GET as listProjects, POST as createProject } from "../v1/projects/route";
import { GET as listVoices } from "../v1/voices/route";
import { fetchTools } from "./fetch-tools";
import { lookTools } from "./look-tools";
import { makeTools } from "./make-tools";
import { reuseTools } from "./reuse-tools";

/** What an agent can do in the studio, in the order in which it is told. */
export const agentTools: readonly AgentTool[] = [
  ...makeTools,
  defineRouteTool({
    name: "wait_for_generation",
    description:
      "Get a generation once it has ended, or after `wait` seconds (30 if left out) as it is by then. Call it again while `state` is queued, starting, running or storing.",
    route: "GET /api/v1/generations/[id]",
    handler: getGeneration,
    defaults: { wait: 30 },
  }),
  ...lookTools,
  defineRouteTool({
    name: "find_items",
    description:
      "List your items, newest first, with search and filters. An item is one result: an image, an audio file or a video.",
    route: "GET /api/v1/items",
    handler: listItems,
  }),
  ...fetchTools,
  defineRouteTool({ name: "list_projects", route: "GET /api/v1/projects", handler: listProjects }),
  defineRouteTool({ name: "create_project", route: "POST /api/v1/projects", handler: createProject }),
  defineRouteTool({
    name: "add_to_project",
    route: "POST /api/v1/projects/[id]/items",
    handler: addProjectItems,
  }),
  defineRouteTool({
    name: "remove_from_project",
    route: "POST /api/v1/projects/[id]/items/remove",
    handler: removeProjectItems,
  }),
  ...reuseTools,
  defineRouteTool({ name: "list_voices", route: "GET /api/v1/voices", handler: listVoices }),
  defineRouteTool({
    name: "cancel_generation",
    route: "POST /api/v1/generations/[id]/cancel",
    handler: cancelGeneration,
  }),
  defineRouteTool({
    name: "trash_generation",
    route: "DELETE /api/v1/generations/[id]",
    handler: trashGeneration,
  }),
  defineRouteTool({
    name: "trash_items",
    description: "Move items to trash. They can be restored in the studio.",
    route: "PATCH /api/v1/items",
    handler: changeItems,
    only: ["ids"],
    fixed: { trashed: true },
  }),
];
