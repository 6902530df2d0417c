import { getServiceErrorEntry, isServiceErrorCode } from "@/lib/service/errors/catalogue";
import { studioCatalogue, type CatalogueEntry, type StudioErrorCode } from "./studio-catalogue";

/** The entry of a studio or service code; `internal` for a code that no longer exists. */
export function findErrorEntry(code: string): CatalogueEntry {
  if (code in studioCatalogue) return studioCatalogue[code as StudioErrorCode];
  if (isServiceErrorCode(code)) return getServiceErrorEntry(code);
  return studioCatalogue.internal;
}

/** What the service had generated when an error ended a generation, which decides about billing. */
export type MadeBeforeError = "nothing" | "something" | "unknown";

/** Studio codes of errors after the service generated something, or may have. */
const madeByStudioCode: Partial<Record<StudioErrorCode, MadeBeforeError>> = {
  "result.blocked": "unknown",
  "result.type": "something",
  "result.unreachable": "something",
  "result.incomplete": "something",
  "result.link-dead": "something",
  "result.too-large": "something",
  "result.none": "unknown",
  "result.damaged": "something",
  "storage.failed": "something",
  "generation.ended-early": "something",
  "generation.ended-unusable": "something",
  "task.expired": "unknown",
  "task.failed": "unknown",
  "generation.interrupted": "unknown",
  internal: "unknown",
};

/** What the service generated before an error with this code; `unknown` for a code that no longer exists. */
export function findMade(code: string): MadeBeforeError {
  if (isServiceErrorCode(code)) return getServiceErrorEntry(code).made;
  if (!(code in studioCatalogue)) return "unknown";
  return madeByStudioCode[code as StudioErrorCode] ?? "nothing";
}
