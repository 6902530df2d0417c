import { getRequestOrigin } from "@/lib/auth/request-origin.server";
import { parseInput } from "@/lib/errors/parse-input";
import type { AgentRequest } from "@/lib/http/mcp/api-route.server";
import { defineRouteTool } from "@/lib/http/mcp/route-tool.server";
import { itemDownloadQuerySchema } from "@/lib/items/item-download-query";
import { itemDtoSchema } from "@/lib/items/item-dto";
import { HEAD as getMedia } from "../media/[assetId]/route";
import { GET as getItem } from "../v1/items/[id]/route";

const howToFetch =
  "Returns an address to download it from with a GET request that sends the same token as `Authorization: Bearer`, its type, and its size in bytes.";

/** An address of the studio as the agent reaches it, with what is known of the file. */
function describeDownload(
  { request }: AgentRequest,
  path: string,
  file: object,
): [{ type: "text"; text: string }] {
  const url = new URL(path, getRequestOrigin(request.headers)).href;
  return [{ type: "text", text: JSON.stringify({ url, authorization: "Bearer", ...file }) }];
}

export const fetchTools = [
  defineRouteTool({
    name: "fetch_item",
    description: `Get the file of an item, converted or with its metadata if chosen. ${howToFetch} A file that is converted or described has no type and size yet: the response tells them.`,
    route: "GET /api/v1/items/[id]",
    handler: getItem,
    fields: itemDownloadQuerySchema.shape,
    async show(response, agent, { id: _id, ...query }) {
      const { metadata, ...chosen } = parseInput(itemDownloadQuerySchema, query);
      const { id, mimeType, bytes } = itemDtoSchema.parse(await response.json());
      const isStored = metadata === "none" && Object.values(chosen).every((value) => value === undefined);
      const search = new URLSearchParams(isStored ? {} : { ...chosen, metadata });
      const path = `/api/v1/items/${id}/download${search.size > 0 ? `?${search}` : ""}`;
      return describeDownload(agent, path, isStored ? { mimeType, bytes } : {});
    },
  }),
  defineRouteTool({
    name: "fetch_file",
    description: `Get a file by its assetId: an output of a generation that is no item, such as subtitles, or an upload. ${howToFetch}`,
    route: "HEAD /api/media/[assetId]",
    handler: getMedia,
    only: ["assetId"],
    async show(response, agent, { assetId }) {
      const mimeType = response.headers.get("content-type");
      const bytes = Number(response.headers.get("content-length"));
      return Promise.resolve(describeDownload(agent, `/api/media/${String(assetId)}`, { mimeType, bytes }));
    },
  }),
];
