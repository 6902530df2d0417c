import { checkFiles, checkForm, checkIdentity, checkMessages, checkRunner } from "./check-folder";
import {
  checkDefaultInput,
  checkExamples,
  checkRoundTrip,
  checkUnknownField,
  checkVariation,
} from "./check-input";
import { checkDescriptions, checkFieldNames, checkJsonSchema } from "./check-json-schema";
import { checkInputMedia, checkSearchText, checkSummary } from "./check-summary";
import type { ConformanceSubject } from "./subject";

/** Returns one sentence for each problem of a generator. */
type ConformanceCheck = (subject: ConformanceSubject) => string[];

/** What pages, the queue, the library and the API expect of every generator. */
export const conformanceChecks = {
  identity: checkIdentity,
  files: checkFiles,
  runner: checkRunner,
  form: checkForm,
  messages: checkMessages,
  defaultInput: checkDefaultInput,
  examples: checkExamples,
  unknownField: checkUnknownField,
  roundTrip: checkRoundTrip,
  variation: checkVariation,
  summary: checkSummary,
  searchText: checkSearchText,
  inputMedia: checkInputMedia,
  jsonSchema: checkJsonSchema,
  descriptions: checkDescriptions,
  fieldNames: checkFieldNames,
} as const satisfies Record<string, ConformanceCheck>;

export type ConformanceCheckName = keyof typeof conformanceChecks;

/** Every registry lists exactly the folders that exist. */
export function checkRegistries(
  folders: readonly string[],
  registries: Readonly<Record<string, readonly string[]>>,
): string[] {
  return Object.entries(registries).flatMap(([registry, ids]) => [
    ...folders
      .filter((folder) => !ids.includes(folder))
      .map((folder) => `${registry} does not list ${folder}.`),
    ...ids.filter((id) => !folders.includes(id)).map((id) => `${registry} lists ${id}, which has no folder.`),
    ...(new Set(ids).size === ids.length ? [] : [`${registry} lists one twice.`]),
  ]);
}
