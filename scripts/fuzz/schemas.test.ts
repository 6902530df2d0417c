import fc, { type Arbitrary } from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { loadApiRoutes } from "@/app/api/v1/openapi.json/api-routes";
import { generators } from "@/generators/registry";
import { parseInput } from "@/lib/errors/parse-input";
import { StudioError } from "@/lib/errors/studio-error";
import type { GeneratorDefinition } from "@/lib/generations/record/definition-port";
import { listHandlers } from "@/lib/http/openapi/build-openapi-document";
import { coverPreprocessResponseSchema } from "@/lib/service/contract/cover-preprocess";
import {
  fileDeleteResponseSchema,
  fileListResponseSchema,
  fileResponseSchema,
} from "@/lib/service/contract/files";
import { imageResponseSchema } from "@/lib/service/contract/image";
import { lyricsResponseSchema } from "@/lib/service/contract/lyrics";
import { musicResponseSchema } from "@/lib/service/contract/music";
import { narrationQueryResponseSchema, narrationResponseSchema } from "@/lib/service/contract/narration";
import { speechResponseSchema } from "@/lib/service/contract/speech";
import { makeSubjects } from "@/lib/service/contract/testing/request-subjects";
import { videoQueryResponseSchema, videoResponseSchema } from "@/lib/service/contract/video";
import { voiceListResponseSchema } from "@/lib/service/contract/voices";
import { ServiceError } from "@/lib/service/errors/service-error";
import { readJsonAnswer } from "@/lib/service/transport/json-answer.server";
import { makeAnswer } from "./answers";
import { arrive, pieceLengths, takeCases } from "./cases";

/** All field names of a schema, at any depth. */
function listNames(schema: z.ZodType): string[] {
  const names = new Set<string>();
  JSON.stringify(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }), (key, value: unknown) => {
    if (key === "properties" && typeof value === "object" && value) {
      for (const name of Object.keys(value)) names.add(name);
    }
    return value;
  });
  return [...names];
}

/** JSON whose objects have the field names of a schema, and some others. */
function valuesFor(schema: z.ZodType): Arbitrary<unknown> {
  const names = fc.constantFrom(...listNames(schema), "__proto__", "constructor", "");
  const texts = fc.constantFrom(
    "https://h/a.mp3",
    "data:image/png;base64,QUJD",
    "a/b",
    "\ud800",
    "\0",
    "2026-01-01",
  );
  const { value } = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      fc.oneof(
        texts,
        fc.string({ unit: "binary" }),
        fc.integer(),
        fc.double(),
        fc.boolean(),
        fc.constant(null),
      ),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(names, tie("value"), { maxKeys: 6 }),
      fc.dictionary(names, tie("value"), { maxKeys: 6 }),
    ),
  }));
  return value.map((each) => JSON.parse(JSON.stringify(each)) as unknown);
}

type Fields = Record<string, unknown>;

/** A valid request with some of its fields replaced. */
function changed(bases: readonly unknown[], schema: z.ZodType): Arbitrary<unknown> {
  const names = listNames(schema);
  const changes = fc.dictionary(fc.constantFrom(...names), valuesFor(schema), { maxKeys: 2 });
  return fc
    .tuple(fc.constantFrom(...bases), changes)
    .map(([base, some]) => ({ ...(base as Fields), ...some }));
}

/** The parsed input; undefined where it is rejected as invalid input, with its fields. */
function parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> | undefined {
  try {
    return parseInput(schema, value);
  } catch (error) {
    if (!(error instanceof StudioError)) throw error;
    expect(error.code).toBe("input.invalid");
    expect(error.fields?.length).toBeGreaterThan(0);
    return undefined;
  }
}

const routes = Object.entries(await loadApiRoutes()).flatMap(([path, module]) =>
  listHandlers(path, module).flatMap(([method, { declaration }]) =>
    (["params", "query", "body"] as const).flatMap((part) => {
      const schema = declaration[part];
      return schema ? [[`${method} ${path} ${part}`, schema] as const] : [];
    }),
  ),
);

describe("a request", () => {
  it("to any route is accepted or rejected as invalid", () => {
    expect(routes.length).toBeGreaterThan(50);
    const requests = routes.map(([name, schema]) => valuesFor(schema).map((value) => [name, value] as const));
    const schemas = new Map(routes);
    fc.assert(
      fc.property(fc.oneof(...requests), ([name, value]) => void parse(schemas.get(name)!, value)),
      takeCases(200),
    );
  });

  const definitions: readonly GeneratorDefinition[] = generators;
  it.each(definitions.map((definition) => [definition.id, definition] as const))(
    "for %s is the same when it is parsed again, and can be summarised",
    (_id, { inputSchema, examples, defaultInput, ...definition }) => {
      const inputs = changed([defaultInput, ...examples.map(({ input }) => input)], inputSchema);
      fc.assert(
        fc.property(inputs, (value) => {
          const input = parse(inputSchema, value);
          if (input === undefined) return;
          expect(parse(inputSchema, JSON.parse(JSON.stringify(input)))).toEqual(input);
          expect(definition.summariseInput(input).expectedOutputs.count).toBeGreaterThan(0);
          definition.listInputAssets(input);
          definition.listInputUrls(input);
          definition.describeIdea?.(input);
          definition.findIdleFields?.(input);
          if (definition.varyInput) expect(parse(inputSchema, definition.varyInput(input))).toBeDefined();
        }),
        takeCases(60),
      );
    },
  );

  it.each(Object.entries(makeSubjects({ coverFeatureId: "a", picture: "iVBORw0KGgo=" })))(
    "to the service for %s is the same when it is parsed again",
    (_name, { schema, bases }) => {
      fc.assert(
        fc.property(changed(bases, schema), (value) => {
          const parsed = schema.safeParse(value);
          if (parsed.success) expect(schema.parse(parsed.data)).toEqual(parsed.data);
        }),
        takeCases(50),
      );
    },
  );
});

const answers = {
  coverPreprocessResponseSchema,
  fileDeleteResponseSchema,
  fileListResponseSchema,
  fileResponseSchema,
  imageResponseSchema,
  lyricsResponseSchema,
  musicResponseSchema,
  narrationQueryResponseSchema,
  narrationResponseSchema,
  speechResponseSchema,
  videoQueryResponseSchema,
  videoResponseSchema,
  voiceListResponseSchema,
};

describe("a response of the service", () => {
  it("is read or a fault of the catalogue, whatever its JSON is", async () => {
    const success = { base_resp: { status_code: 0, status_msg: "success" } };
    const bodies = Object.entries(answers).map(([name, schema]) =>
      fc
        .tuple(valuesFor(schema), fc.boolean())
        .map(
          ([value, isSuccess]) =>
            [name, isSuccess && typeof value === "object" ? { ...value, ...success } : value] as const,
        ),
    );
    const schemas = new Map<string, z.ZodType>(Object.entries(answers));
    await fc.assert(
      fc.asyncProperty(fc.oneof(...bodies), pieceLengths, async ([name, value], lengths) => {
        const body = Buffer.from(JSON.stringify(value));
        try {
          await readJsonAnswer(makeAnswer(arrive(body, lengths), "application/json"), schemas.get(name)!);
        } catch (error) {
          if (!(error instanceof ServiceError)) throw error;
        }
      }),
      takeCases(300),
    );
  });
});
