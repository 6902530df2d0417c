import type { ServiceErrorEntry } from "./catalogue-entry.ts";
import { serviceCodeCatalogue } from "./service-code-catalogue.ts";
import { transportCatalogue } from "./transport-catalogue.ts";

/** The one catalogue of everything that can go wrong with a request to the service, by its stable code. */
export const serviceErrorCatalogue = {
  ...serviceCodeCatalogue,
  ...transportCatalogue,
} as const satisfies Record<string, ServiceErrorEntry>;

/** A code of the catalogue, for example `service.rate-limited` or `answer.truncated`. */
export type ServiceErrorCode = keyof typeof serviceErrorCatalogue;

/** The catalogue entry of a code. */
export function getServiceErrorEntry(code: ServiceErrorCode): ServiceErrorEntry {
  return serviceErrorCatalogue[code];
}

/** Whether a text, for example out of a database, is a code of this catalogue. */
export function isServiceErrorCode(text: string): text is ServiceErrorCode {
  return Object.hasOwn(serviceErrorCatalogue, text);
}
