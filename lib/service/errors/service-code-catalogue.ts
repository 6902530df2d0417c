import {
  leftUnknown,
  MAY_BE_BILLED_AGAIN,
  rejectedForGood,
  rejectedForNow,
  type ServiceErrorEntry,
} from "./catalogue-entry.ts";

/**
 * The service's own error codes in base_resp (service.md Errors; unshown.md Errors and limits "more codes").
 */
export const serviceCodeCatalogue = {
  "service.unknown-fault": leftUnknown(502, {
    title: "The service reported an unknown error.",
    message: "It’s unclear whether anything was generated.",
    action: MAY_BE_BILLED_AGAIN,
  }),
  "service.timeout": leftUnknown(504, {
    title: "The service timed out.",
    message: "It may have started generating.",
    action: MAY_BE_BILLED_AGAIN,
  }),
  "service.internal": leftUnknown(502, {
    title: "The service had an internal error.",
    message: "It’s unclear whether anything was generated.",
    action: MAY_BE_BILLED_AGAIN,
  }),
  "service.downstream": leftUnknown(502, {
    title: "A system behind the service failed.",
    message: "It’s unclear whether anything was generated.",
    action: MAY_BE_BILLED_AGAIN,
  }),
  "service.unlisted": leftUnknown(502, {
    title: "The service returned an undocumented code.",
    message: "It’s unclear whether anything was generated.",
    action: "Contact the service’s support with the trace ID before you retry. It may be billed again.",
  }),
  "service.rate-limited": rejectedForNow(429, {
    title: "The service’s rate limit was reached.",
    message: "Too many requests were sent in a short time.",
    action: "Reverie retries automatically.",
  }),
  "service.token-rate": rejectedForNow(429, {
    title: "The service’s character rate limit was reached.",
    message: "Too much text was sent in a short time.",
    action: "Reverie retries automatically. Shorter texts go through sooner.",
  }),
  "service.connections": rejectedForNow(429, {
    title: "Too many requests are running at the service.",
    message: "This key has reached its limit of concurrent requests.",
    action: "Reverie retries automatically when others finish.",
  }),
  "service.rate-growth": rejectedForNow(429, {
    title: "Requests are increasing too fast for the service.",
    message: "The service asks for a slower increase.",
    action: "Reverie retries automatically.",
  }),
  "service.key-rejected": rejectedForGood(502, {
    title: "The service rejected the API key.",
    message: "Authentication failed. Keys only work in the region they were created in.",
    action: "Check the API key and the address in Settings.",
  }),
  "service.key-wrong": rejectedForGood(502, {
    title: "The API key is invalid.",
    message: "The service doesn’t recognise it. Keys only work in the region they were created in.",
    action: "Copy the key again from the service’s console, and check the region in Settings.",
  }),
  "service.balance": rejectedForGood(402, {
    title: "Your balance at the service is too low.",
    message: "Nothing was generated or billed.",
    action: "Top up your account at the service, then try again.",
  }),
  "service.quota": rejectedForGood(402, {
    title: "Your quota at the service is used up.",
    message: "Nothing was generated or billed.",
    action: "Wait until it renews, or increase it at the service.",
  }),
  "service.resource-quota": rejectedForGood(402, {
    title: "Your resource package at the service is used up.",
    message: "Nothing was generated or billed.",
    action: "Wait until it renews, or buy more at the service.",
  }),
  "service.plan-limit": rejectedForGood(402, {
    title: "Your plan’s usage limit was reached.",
    message: "Nothing was generated or billed.",
    action: "Wait for the next period, or change your plan at the service.",
  }),
  "service.model-not-on-plan": rejectedForGood(402, {
    title: "Your plan doesn’t include this model.",
    message: "Nothing was generated or billed.",
    action: "Choose another model, or change your plan at the service.",
  }),
  "service.sensitive": rejectedForGood(422, {
    title: "The service found sensitive content in your input.",
    message: "Nothing was generated or billed.",
    action: "Change the text or the reference, then try again.",
  }),
  "service.output-sensitive": {
    httpStatus: 422,
    made: "unknown",
    outcome: "refused",
    retry: "never",
    title: "The service withheld the result as sensitive.",
    message: "It was generated but not returned, and may have been billed.",
    action: "Change the text or the reference before you retry. It may be billed again.",
  },
  "service.invalid-parameters": rejectedForGood(422, {
    title: "The service rejected the parameters.",
    message: "Nothing was generated or billed.",
    action: "Check the fields against the service’s documentation, then try again.",
  }),
  "service.callback-address": rejectedForGood(502, {
    title: "The service couldn’t verify the studio’s callback address.",
    message: "It creates no video without this check. Nothing was generated or billed.",
    action: "Check the address in Settings under Callbacks, or turn callbacks off there. Then try again.",
  }),
  "service.illegal-characters": rejectedForGood(422, {
    title: "The text has too many invisible or invalid characters.",
    message: "More than 10% of it can’t be spoken. Nothing was generated or billed.",
    action: "Paste it as plain text, then try again.",
  }),
  "service.voice-access": rejectedForGood(403, {
    title: "Your account can’t use this voice.",
    message: "Nothing was generated or billed.",
    action: "Choose another voice.",
  }),
} as const satisfies Record<string, ServiceErrorEntry>;

export type ServiceCodeErrorCode = keyof typeof serviceCodeCatalogue;

/**
 * Maps base_resp.status_code to the catalogue. service.md Errors: 1002, 1004, 1008, 1026, 2013, 2049;
 * unshown.md Errors and limits "more codes": the others. Any other code is `service.unlisted`.
 */
export const SERVICE_CODES: Readonly<Record<number, ServiceCodeErrorCode>> = {
  1000: "service.unknown-fault",
  1001: "service.timeout",
  1002: "service.rate-limited",
  1004: "service.key-rejected",
  1008: "service.balance",
  1013: "service.internal",
  1024: "service.internal",
  1026: "service.sensitive",
  1027: "service.output-sensitive",
  1028: "service.quota",
  1030: "service.resource-quota",
  1033: "service.downstream",
  1039: "service.token-rate",
  1041: "service.connections",
  1042: "service.illegal-characters",
  2013: "service.invalid-parameters",
  2042: "service.voice-access",
  2045: "service.rate-growth",
  2049: "service.key-wrong",
  2056: "service.plan-limit",
  2061: "service.model-not-on-plan",
};

/** The catalogue code of a base_resp.status_code other than 0. */
export function errorCodeOfServiceCode(serviceCode: number): ServiceCodeErrorCode {
  return SERVICE_CODES[serviceCode] ?? "service.unlisted";
}
