import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { anyItem, listPlaces, readMediaSourceKey, type SchemaPlace } from "./json-schema";
import { readInputSchema } from "./json-schema";
import type { ConformanceSubject } from "./subject";

const fieldNamePattern = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;

/** The JSON Schema accepts the examples, and no unknown field at any depth. */
export function checkJsonSchema({ definition }: ConformanceSubject): string[] {
  const schema = readInputSchema(definition);
  const accepts = addFormats.default(new Ajv2020({ strict: false })).compile(schema);
  return [
    ...listPlaces(schema)
      .filter((place) => place.schema.type === "object" && place.schema.additionalProperties !== false)
      .map((place) => `${tellPlace(place)} takes unknown fields.`),
    ...definition.examples
      .filter(({ input }) => !accepts(input))
      .map(({ key }) => `The JSON Schema refuses the example ${key}: ${JSON.stringify(accepts.errors)}`),
  ];
}

/** Every field has a description, and the rules between fields are described. */
export function checkDescriptions({ definition }: ConformanceSubject): string[] {
  const schema = readInputSchema(definition);
  const tiesFields = (definition.inputSchema.def as { checks?: unknown[] }).checks?.length;
  return [
    ...listNamedPlaces(schema)
      .filter((place) => !place.schema.description)
      .map((place) => `${tellPlace(place)} has no description.`),
    ...(tiesFields && !schema.description ? ["The rules between fields stand in no description."] : []),
  ];
}

/** Field names are in snake_case, as in service.md. */
export function checkFieldNames({ definition }: ConformanceSubject): string[] {
  return listNamedPlaces(readInputSchema(definition))
    .filter(({ path }) => !fieldNamePattern.test(path.at(-1)!))
    .map((place) => `${tellPlace(place)} is not in snake_case.`);
}

/** Every property except those of a media source, which are the studio's. */
function listNamedPlaces(schema: ReturnType<typeof readInputSchema>): SchemaPlace[] {
  const places = listPlaces(schema);
  const mediaSources = places
    .filter((place) => readMediaSourceKey(place.schema))
    .map(({ path }) => path.join("."));
  return places.filter(
    ({ path, isBranch }) =>
      !isBranch &&
      path.length > 0 &&
      path.at(-1) !== anyItem &&
      !mediaSources.includes(path.slice(0, -1).join(".")),
  );
}

function tellPlace({ path }: SchemaPlace): string {
  return path.length === 0 ? "The input" : path.join(".");
}
