import { getServiceErrorEntry, isServiceErrorCode } from "@/lib/service/errors/catalogue";
import { studioCatalogue, type CatalogueEntry, type StudioErrorCode } from "./studio-catalogue";

/** The entry of any code a person can meet, the studio's own or the service's; `internal` for a code of the past. */
export function findErrorEntry(code: string): CatalogueEntry {
  if (code in studioCatalogue) return studioCatalogue[code as StudioErrorCode];
  if (isServiceErrorCode(code)) return getServiceErrorEntry(code);
  return studioCatalogue.internal;
}
