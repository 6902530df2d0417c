import { generators } from "@/generators/registry";
import { defineRouteTool } from "@/lib/http/mcp/route-tool.server";
import { POST as createGeneration } from "../v1/generations/route";

/** A tool for each generator, whose input is described by the schema that parses it. */
export const makeTools = generators.map(({ id, inputSchema, examples: [example] }) =>
  defineRouteTool({
    name: `make_${id.replaceAll("-", "_")}`,
    description: `Creates a generation with the generator “${id}”. May be billed. Queues it and returns at once: wait for it with wait_for_generation. Its results are added to the project of projectId.`,
    route: "POST /api/v1/generations",
    handler: createGeneration,
    fixed: { generator: id },
    fields: {
      input: inputSchema.meta({ ...inputSchema.meta(), ...(example ? { examples: [example.input] } : {}) }),
    },
  }),
);
