import {
  leftUnknown,
  MAY_COUNT_AGAIN,
  refusedForGood,
  refusedForNow,
  type ServiceErrorEntry,
} from "./catalogue-entry.ts";

/** What the service itself answers in base_resp (service.md Errors; unshown.md Errors "more codes"). */
export const serviceCodeCatalogue = {
  "service.unknown-fault": leftUnknown(502, {
    title: "The service met a fault that it does not name.",
    message: "It does not say whether anything was made.",
    action: MAY_COUNT_AGAIN,
  }),
  "service.timeout": leftUnknown(504, {
    title: "The service did not finish in its own time.",
    message: "The work may have been begun.",
    action: MAY_COUNT_AGAIN,
  }),
  "service.internal": leftUnknown(502, {
    title: "The service met an internal fault.",
    message: "It does not say whether anything was made.",
    action: MAY_COUNT_AGAIN,
  }),
  "service.downstream": leftUnknown(502, {
    title: "A part behind the service failed.",
    message: "It does not say whether anything was made.",
    action: MAY_COUNT_AGAIN,
  }),
  "service.unlisted": leftUnknown(502, {
    title: "The service answered with a code that is not in its description.",
    message: "What the code means for the request is not known.",
    action: "Look the code up at the service before you run it again; it may count again.",
  }),
  "service.rate-limited": refusedForNow(429, {
    title: "The service's rate limit is reached.",
    message: "Too many requests were sent within the service's window.",
    action: "Wait; it is sent again by itself as soon as it may be.",
  }),
  "service.token-rate": refusedForNow(429, {
    title: "The service's limit of characters in a time is reached.",
    message: "Too much text was sent within the service's window.",
    action: "Wait; it is sent again by itself. Shorter texts pass sooner.",
  }),
  "service.connections": refusedForNow(429, {
    title: "Too many requests run at the service at once.",
    message: "The service takes no more at the same time with this key.",
    action: "Wait; it is sent again by itself when others have ended.",
  }),
  "service.rate-growth": refusedForNow(429, {
    title: "Requests rose faster than the service allows.",
    message: "The service asks for a slower rise.",
    action: "Wait; it is sent again by itself.",
  }),
  "service.key-rejected": refusedForGood(502, {
    title: "The service did not accept the API key.",
    message: "Authentication failed. A key works only in the region it was made in.",
    action: "Check the API key and the address of the connection.",
  }),
  "service.key-wrong": refusedForGood(502, {
    title: "The API key is not valid.",
    message: "The service does not know this key. A key works only in the region it was made in.",
    action: "Copy the key again from the service's console, and check the region of the connection.",
  }),
  "service.balance": refusedForGood(402, {
    title: "The account at the service has too little balance.",
    message: "Nothing was made.",
    action: "Top up the account at the service, then run it again.",
  }),
  "service.quota": refusedForGood(402, {
    title: "The quota of the account at the service is used up.",
    message: "Nothing was made.",
    action: "Wait until the quota is renewed, or raise it at the service.",
  }),
  "service.resource-quota": refusedForGood(402, {
    title: "The resource package of the account at the service is used up.",
    message: "Nothing was made.",
    action: "Wait until it is renewed, or buy more at the service.",
  }),
  "service.plan-limit": refusedForGood(402, {
    title: "The usage limit of the plan is reached.",
    message: "The plan allows no more within its present window.",
    action: "Wait until the plan's window ends, or change the plan at the service.",
  }),
  "service.model-not-on-plan": refusedForGood(402, {
    title: "The plan of the account does not include this model.",
    message: "Nothing was made.",
    action: "Choose another model, or change the plan at the service.",
  }),
  "service.sensitive": refusedForGood(422, {
    title: "The service found sensitive content in the description.",
    message: "Nothing was made.",
    action: "Change the words or the reference, then run it again.",
  }),
  "service.output-sensitive": {
    httpStatus: 422,
    made: "unknown",
    outcome: "refused",
    retry: "never",
    title: "The service held the result back as sensitive.",
    message: "The work was done but is not delivered; the service may have counted it.",
    action: "Change the words or the reference before you run it again.",
  },
  "service.invalid-parameters": refusedForGood(422, {
    title: "The service did not accept the parameters.",
    message: "Nothing was made.",
    action: "Compare the fields with what the connected service takes, change them and run it again.",
  }),
  "service.callback-address": refusedForGood(502, {
    title: "The service could not check the studio's callback address.",
    message: "It makes no video without that. Nothing was made.",
    action:
      "Check the address in the settings under Callbacks, or switch callbacks off there; then run it again.",
  }),
  "service.illegal-characters": refusedForGood(422, {
    title: "The text has too many invisible or illegal characters.",
    message: "More than a tenth of the text cannot be spoken.",
    action: "Clean the text, for example by pasting it as plain text, and run it again.",
  }),
  "service.voice-access": refusedForGood(403, {
    title: "The account may not use this voice.",
    message: "Nothing was made.",
    action: "Choose another voice.",
  }),
} as const satisfies Record<string, ServiceErrorEntry>;

export type ServiceCodeErrorCode = keyof typeof serviceCodeCatalogue;

/**
 * base_resp.status_code to the catalogue. service.md Errors: 1002, 1004, 1008, 1026, 2013, 2049;
 * unshown.md Errors "more codes": the others. A code that is not here is `service.unlisted`.
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
