/** Errors of the client: the class, and the catalogue as data. Safe in a browser. */
export type { ServiceErrorEntry } from "./errors/catalogue-entry.ts";
export {
  getServiceErrorEntry,
  isServiceErrorCode,
  serviceErrorCatalogue,
  type ServiceErrorCode,
} from "./errors/catalogue.ts";
export { errorCodeOfServiceCode, SERVICE_CODES } from "./errors/service-code-catalogue.ts";
export {
  isServiceError,
  ServiceError,
  type ServiceErrorDetails,
  type ServiceErrorKind,
} from "./errors/service-error.ts";
