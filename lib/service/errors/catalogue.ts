import {
  type ServiceErrorEntry,
  leftUnknown,
  MAY_BE_BILLED_AGAIN,
  rejectedForGood,
  rejectedForNow,
} from "./catalogue-entry.ts";
import { serviceCodeCatalogue } from "./service-code-catalogue.ts";

/** Failures of the client and the network, as opposed to codes of the service. */
const transportCatalogue = {
  "request.invalid": rejectedForGood(422, {
    title: "The request doesn’t meet the service’s rules.",
    message: "Nothing was sent.",
    action: "Correct the listed fields, then send again.",
  }),
  "request.not-offered": rejectedForGood(422, {
    title: "The connected service doesn’t support this.",
    message: "Nothing was sent.",
    action: "Clear the field, or choose another connection.",
  }),
  "request.aborted-before-sending": rejectedForGood(499, {
    title: "Stopped before sending.",
    message: "Nothing was sent.",
    action: "You can try again.",
  }),
  "request.aborted": leftUnknown(499, {
    title: "Stopped after sending.",
    message: "The service may still have finished it.",
    action: MAY_BE_BILLED_AGAIN,
  }),
  "network.name-not-found": rejectedForNow(502, {
    title: "The service’s address couldn’t be found.",
    message: "DNS has no entry for the host name. Nothing was sent.",
    action: "Check the address in Settings and this machine’s network.",
  }),
  "network.refused": rejectedForNow(502, {
    title: "The service isn’t responding at this address.",
    message: "The connection was refused. Nothing was sent.",
    action: "Check the address and port in Settings, or wait until the service is back.",
  }),
  "network.unreachable": rejectedForNow(502, {
    title: "The service can’t be reached.",
    message: "No connection could be made. Nothing was sent.",
    action: "Check this machine’s network, proxy and firewall.",
  }),
  "network.connect-timeout": rejectedForNow(504, {
    title: "Connecting to the service timed out.",
    message: "Nothing was sent.",
    action: "Check this machine’s network, or wait until the service is back.",
  }),
  "network.tls": rejectedForGood(502, {
    title: "A secure connection to the service couldn’t be established.",
    message: "The TLS handshake failed, for example because of the certificate. Nothing was sent.",
    action: "Check the address (https, host name), this machine’s clock and its certificates.",
  }),
  "network.lost": leftUnknown(502, {
    title: "The connection was lost before the response arrived.",
    message: "The request was sent and may have been billed.",
    action: MAY_BE_BILLED_AGAIN,
  }),
  "timeout.headers": leftUnknown(504, {
    title: "The service didn’t respond in time.",
    message: "The request was sent, and the service may still be working on it.",
    action: MAY_BE_BILLED_AGAIN,
  }),
  "timeout.idle": leftUnknown(504, {
    title: "The service’s response stalled.",
    message: "It started but didn’t continue, and may have been billed.",
    action: MAY_BE_BILLED_AGAIN,
  }),
  "timeout.total": leftUnknown(504, {
    title: "The request took too long.",
    message: "The service may have finished and billed it.",
    action: MAY_BE_BILLED_AGAIN,
  }),
  "http.redirect": rejectedForGood(502, {
    title: "The service’s address redirects to another one.",
    message: "Your key is never sent to another address. Nothing was generated or billed.",
    action: "Enter the final address in Settings.",
  }),
  "http.bad-request": rejectedForGood(422, {
    title: "The service rejected the request.",
    message: "It returned an HTTP 4xx error. Nothing was generated or billed.",
    action: "Check the request against the service’s documentation, then try again.",
  }),
  "http.unauthorized": rejectedForGood(502, {
    title: "The service rejected the API key.",
    message: "It returned HTTP 401 or 403. Nothing was generated or billed.",
    action: "Check the API key and the address in Settings.",
  }),
  "http.payment-required": rejectedForGood(402, {
    title: "The service requires payment.",
    message: "It returned HTTP 402. Nothing was generated or billed.",
    action: "Check your account at the service.",
  }),
  "http.not-found": rejectedForGood(502, {
    title: "The service has nothing at this address.",
    message: "It returned HTTP 404, 405 or 410. Nothing was generated or billed.",
    action: "Check the address in Settings. If it was a file, it may have expired.",
  }),
  "http.too-large": rejectedForGood(413, {
    title: "The request is too large for the service.",
    message: "It returned HTTP 413. Nothing was generated or billed.",
    action: "Use smaller reference files.",
  }),
  "http.rate-limited": rejectedForNow(429, {
    title: "The service’s rate limit was reached.",
    message: "It returned HTTP 429. Nothing was generated or billed.",
    action: "Reverie retries automatically.",
  }),
  "http.server-fault": leftUnknown(502, {
    title: "The service or a system in between failed.",
    message: "It returned an HTTP 5xx error without details. It’s unclear whether anything was generated.",
    action: MAY_BE_BILLED_AGAIN,
  }),
  "http.unexpected-status": leftUnknown(502, {
    title: "The service returned an unexpected HTTP status.",
    message: "It’s unclear whether anything was generated.",
    action: MAY_BE_BILLED_AGAIN,
  }),
  "answer.content-type": leftUnknown(502, {
    title: "The response isn’t of the expected type.",
    message: "It’s often a web page from a proxy or a wrong address.",
    action: "Check the address in Settings. " + MAY_BE_BILLED_AGAIN,
  }),
  "answer.garbage": leftUnknown(502, {
    title: "The response couldn’t be read.",
    message: "It isn’t valid JSON.",
    action: MAY_BE_BILLED_AGAIN,
  }),
  "answer.truncated": leftUnknown(502, {
    title: "The response was cut off.",
    message: "Part of it is missing, so none of it was used.",
    action: MAY_BE_BILLED_AGAIN,
  }),
  "answer.shape": leftUnknown(502, {
    title: "The response lacks required data.",
    message: "It’s JSON, but doesn’t match the service’s documentation.",
    action: MAY_BE_BILLED_AGAIN,
  }),
  "answer.hex": leftUnknown(502, {
    title: "The audio in the response is damaged.",
    message: "Its hex data has an invalid character or an odd length.",
    action: MAY_BE_BILLED_AGAIN,
  }),
  "answer.base64": leftUnknown(502, {
    title: "The image in the response is damaged.",
    message: "Its base64 data has an invalid character or length.",
    action: MAY_BE_BILLED_AGAIN,
  }),
  "answer.too-large": leftUnknown(502, {
    title: "The response is larger than expected.",
    message: "It wasn’t read to the end.",
    action: MAY_BE_BILLED_AGAIN,
  }),
  "answer.repeat-unclear": leftUnknown(502, {
    title: "The stream contradicts itself.",
    message: "A frame looked like a repeat of the whole audio but was marked as new.",
    action: MAY_BE_BILLED_AGAIN,
  }),
} as const satisfies Record<string, ServiceErrorEntry>;

/** All failures of requests to the service, by stable code. */
export const serviceErrorCatalogue = {
  ...serviceCodeCatalogue,
  ...transportCatalogue,
} as const satisfies Record<string, ServiceErrorEntry>;

/** A code of the catalogue, for example `service.rate-limited` or `answer.truncated`. */
export type ServiceErrorCode = keyof typeof serviceErrorCatalogue;

/** Rejections of a task query that concern the task itself, not the query; service.md Errors, unshown.md "more codes". */
export const taskRejections: ReadonlySet<ServiceErrorCode> = new Set<ServiceErrorCode>([
  "service.invalid-parameters",
  "service.sensitive",
  "service.output-sensitive",
  "service.illegal-characters",
]);

export function getServiceErrorEntry(code: ServiceErrorCode): ServiceErrorEntry {
  return serviceErrorCatalogue[code];
}

/** Whether a text, for example from the database, is a code of this catalogue. */
export function isServiceErrorCode(text: string): text is ServiceErrorCode {
  return Object.hasOwn(serviceErrorCatalogue, text);
}
