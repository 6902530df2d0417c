import { getServiceErrorEntry, isServiceErrorCode } from "@/lib/service/errors/catalogue";
import { studioCatalogue, type CatalogueEntry, type StudioErrorCode } from "./studio-catalogue";

/** The entry of any code a person can meet, the studio's own or the service's; `internal` for a code of the past. */
export function findErrorEntry(code: string): CatalogueEntry {
  if (code in studioCatalogue) return studioCatalogue[code as StudioErrorCode];
  if (isServiceErrorCode(code)) return getServiceErrorEntry(code);
  return studioCatalogue.internal;
}

/** What the service had made when an error ended a generation: it decides what the error cost. */
export type MadeBeforeError = "nothing" | "something" | "unknown";

/** Studio codes that end a generation after the service has delivered, or may have. */
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

/** Whether the service made anything before an error of this code; `unknown` for a code of the past. */
export function findMade(code: string): MadeBeforeError {
  if (isServiceErrorCode(code)) return getServiceErrorEntry(code).made;
  if (!(code in studioCatalogue)) return "unknown";
  return madeByStudioCode[code as StudioErrorCode] ?? "nothing";
}
