import { assetKinds } from "@/lib/media/stored-asset";
import { ENDPOINTS } from "@/lib/service/profiles/profile-options";
import { parseExamples } from "./check-input";
import { findPlacedMedia, placeMedia } from "./place-media";
import { readInputSchema } from "./json-schema";
import type { ConformanceSubject } from "./subject";

const searchableLength = 200;

/** The summary has a model, a known endpoint and at least one expected output. */
export function checkSummary({ definition }: ConformanceSubject): string[] {
  return parseExamples(definition).flatMap(({ key, parsed }) => {
    const { model, endpoint, expectedOutputs } = definition.summariseInput(parsed);
    const { role, count } = expectedOutputs;
    return [
      ...(model && (parsed.model === undefined || parsed.model === model)
        ? []
        : [`Example ${key}: the model is told as ${JSON.stringify(model)}.`]),
      ...(ENDPOINTS.includes(endpoint) ? [] : [`Example ${key}: there is no endpoint ${endpoint}.`]),
      ...(role ? [] : [`Example ${key}: the outputs have no role.`]),
      ...(Number.isInteger(count) && count >= 1 ? [] : [`Example ${key}: ${count} outputs are expected.`]),
    ];
  });
}

/** Every typed text is searchable in the library. */
export function checkSearchText({ definition }: ConformanceSubject): string[] {
  const { properties = {} } = readInputSchema(definition);
  // Free text has a maximum length and no list, format or pattern.
  const typedFields = Object.entries(properties)
    .filter(([, { type, maxLength, enum: choices, format, pattern }]) =>
      Boolean(type === "string" && maxLength && !choices && !format && !pattern),
    )
    .map(([name]) => name);
  return parseExamples(definition).flatMap(({ key, parsed }) => {
    const { searchText } = definition.summariseInput(parsed);
    return typedFields
      .map((name) => ({ name, typed: parsed[name] }))
      .filter(
        ({ typed }) => typeof typed === "string" && !searchText.includes(typed.slice(0, searchableLength)),
      )
      .map(({ name }) => `Example ${key}: searchText lacks ${name}.`);
  });
}

/** listInputAssets and listInputUrls list every place that can hold media, and nothing else. */
export function checkInputMedia({ definition }: ConformanceSubject): string[] {
  const schema = readInputSchema(definition);
  return parseExamples(definition).flatMap(({ key, parsed }) =>
    [parsed, ...placeMedia(schema, parsed)].flatMap((input) => {
      const assets = definition.listInputAssets(input);
      const urls = definition.listInputUrls(input);
      const listed = [
        ...assets.map(({ field, assetId }) => `${field} = ${assetId}`),
        ...urls.map(({ field, url }) => `${field} = ${url}`),
      ];
      const placed = findPlacedMedia(input).map(({ field, value }) => `${field} = ${value}`);
      return [
        ...placed
          .filter((each) => !listed.includes(each))
          .map((each) => `Example ${key}: not listed: ${each}`),
        ...listed
          .filter((each) => !placed.includes(each))
          .map((each) => `Example ${key}: not there: ${each}`),
        ...assets
          .filter(({ kind }) =>
            [kind].flat().some((each) => !(assetKinds as readonly string[]).includes(each)),
          )
          .map(({ field, kind }) => `Example ${key}: ${field} wants an asset of the kind ${String(kind)}.`),
      ];
    }),
  );
}
