import type { CallToolResult } from "@modelcontextprotocol/sdk/types.js";
import { generationDtoSchema } from "@/lib/generations/read/generation-dto";
import { type AgentRequest, callRoute } from "@/lib/http/mcp/api-route.server";
import { defineRouteTool, readText } from "@/lib/http/mcp/route-tool.server";
import { itemDtoSchema } from "@/lib/items/item-dto";
import { GET as getMedia } from "../media/[assetId]/route";
import { GET as getGeneration } from "../v1/generations/[id]/route";
import { GET as getItem } from "../v1/items/[id]/route";

type Content = CallToolResult["content"][number];
interface File {
  assetId: string;
  mimeType: string;
  bytes: number;
}

/** Subtitles of an hour of speech are smaller; what is larger is to be fetched. */
const maxTextBytes = 64 * 1024;

/** What an agent can look at of a file: an image or the first frame of a video, small, or a short text. */
async function showFile(file: File, width: "320" | "640", agent: AgentRequest): Promise<Content[]> {
  const isVisible = /^(image|video)\//.test(file.mimeType);
  const isText = /^(text\/|application\/json$)/.test(file.mimeType) && file.bytes <= maxTextBytes;
  if (!isVisible && !isText) return [];
  const args = { assetId: file.assetId, ...(isVisible ? { width } : {}) };
  const response = await callRoute({ route: "GET /api/media/[assetId]", handler: getMedia }, args, agent);
  // A damaged image is told instead of shown.
  if (!response.ok || isText) return [await readText(response)];
  const data = Buffer.from(await response.arrayBuffer()).toString("base64");
  return [{ type: "image", data, mimeType: response.headers.get("content-type") ?? "image/webp" }];
}

export const lookTools = [
  defineRouteTool({
    name: "look_at_generation",
    description:
      "Get a generation: its state, input, results and error, with small images of its images and videos, and short texts such as subtitles.",
    route: "GET /api/v1/generations/[id]",
    handler: getGeneration,
    only: ["id"],
    async show(response, agent) {
      const text = await response.text();
      const { outputs } = generationDtoSchema.parse(JSON.parse(text));
      const width = outputs.length > 1 ? "320" : "640";
      const files = await Promise.all(outputs.map((output) => showFile(output, width, agent)));
      return [{ type: "text", text }, ...files.flat()];
    },
  }),
  defineRouteTool({
    name: "look_at_item",
    description:
      "Get an item: one result as it is kept in the library, with a small image of it if it has one.",
    route: "GET /api/v1/items/[id]",
    handler: getItem,
    async show(response, agent) {
      const text = await response.text();
      const item = itemDtoSchema.parse(JSON.parse(text));
      return [{ type: "text", text }, ...(await showFile(item, "640", agent))];
    },
  }),
];
