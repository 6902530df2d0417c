import {
  leftUnknown,
  MAY_COUNT_AGAIN,
  refusedForGood,
  refusedForNow,
  type ServiceErrorEntry,
} from "./catalogue-entry.ts";

/** What can go wrong before, on and after the way to the service. */
export const transportCatalogue = {
  "request.invalid": refusedForGood(422, {
    title: "The request breaks a rule of the service.",
    message: "It was not sent.",
    action: "Correct the fields named and send again.",
  }),
  "request.not-offered": refusedForGood(422, {
    title: "This service does not offer what was asked for.",
    message: "The profile of the connection does not have it. Nothing was sent.",
    action: "Leave the field out, or choose another connection.",
  }),
  "request.aborted-before-sending": refusedForGood(499, {
    title: "The request was stopped before it was sent.",
    message: "Nothing reached the service.",
    action: "Run it again if you want to.",
  }),
  "request.aborted": leftUnknown(499, {
    title: "The request was stopped after it had been sent.",
    message: "The service may have gone on with it.",
    action: MAY_COUNT_AGAIN,
  }),
  "network.name-not-found": refusedForNow(502, {
    title: "The service's address could not be found.",
    message: "The name of the host has no address here (DNS). Nothing was sent.",
    action: "Check the address of the connection and this machine's network.",
  }),
  "network.refused": refusedForNow(502, {
    title: "Nothing answers at the service's address.",
    message: "The connection was refused. Nothing was sent.",
    action: "Check the address and port of the connection, or wait until the service is back.",
  }),
  "network.unreachable": refusedForNow(502, {
    title: "The service cannot be reached from here.",
    message: "No connection came about. Nothing was sent.",
    action: "Check this machine's network, proxy and firewall.",
  }),
  "network.connect-timeout": refusedForNow(504, {
    title: "The service did not take the connection in time.",
    message: "Nothing was sent.",
    action: "Check this machine's network, or wait until the service is back.",
  }),
  "network.tls": refusedForGood(502, {
    title: "No trusted encrypted connection to the service came about.",
    message: "The TLS handshake failed, for example over the certificate. Nothing was sent.",
    action: "Check the address (https, host name), this machine's clock and its certificates.",
  }),
  "network.lost": leftUnknown(502, {
    title: "The connection broke before the answer was there.",
    message: "The request had left; the service may have made and counted it.",
    action: MAY_COUNT_AGAIN,
  }),
  "timeout.headers": leftUnknown(504, {
    title: "The service did not answer in time.",
    message: "The request had left; the service may still be working on it.",
    action: MAY_COUNT_AGAIN,
  }),
  "timeout.idle": leftUnknown(504, {
    title: "The service's answer stood still for too long.",
    message: "It had begun and did not go on.",
    action: MAY_COUNT_AGAIN,
  }),
  "timeout.total": leftUnknown(504, {
    title: "The whole exchange with the service took too long.",
    message: "The service may have made and counted it.",
    action: MAY_COUNT_AGAIN,
  }),
  "http.redirect": refusedForGood(502, {
    title: "The service's address points to another one.",
    message: "The answer was a redirect; the key is never sent on to another address. Nothing was made.",
    action: "Put the final address into the connection.",
  }),
  "http.bad-request": refusedForGood(422, {
    title: "The service did not accept the request.",
    message: "It answered with an HTTP status of the request's own fault. Nothing was made.",
    action: "Compare the request with what the connected service takes, change it and run it again.",
  }),
  "http.unauthorized": refusedForGood(502, {
    title: "The service did not let this key in.",
    message: "It answered with HTTP 401 or 403. Nothing was made.",
    action: "Check the API key and the address of the connection.",
  }),
  "http.payment-required": refusedForGood(402, {
    title: "The service asks for payment.",
    message: "It answered with HTTP 402. Nothing was made.",
    action: "Look at the account at the service.",
  }),
  "http.not-found": refusedForGood(502, {
    title: "The service does not have this at its address.",
    message: "It answered with HTTP 404, 405 or 410. Nothing was made.",
    action: "Check the address of the connection; for a file, it may have ended.",
  }),
  "http.too-large": refusedForGood(413, {
    title: "The request is too large for the service.",
    message: "It answered with HTTP 413. Nothing was made.",
    action: "Use smaller reference media.",
  }),
  "http.rate-limited": refusedForNow(429, {
    title: "The service's rate limit is reached.",
    message: "It answered with HTTP 429. Nothing was made.",
    action: "Wait; it is sent again by itself as soon as it may be.",
  }),
  "http.server-fault": leftUnknown(502, {
    title: "The service, or something on the way to it, failed.",
    message: "It answered with an HTTP status of its own fault (5xx) and no more.",
    action: MAY_COUNT_AGAIN,
  }),
  "http.unexpected-status": leftUnknown(502, {
    title: "The service answered with an HTTP status that makes no sense here.",
    message: "What became of the request is not known.",
    action: MAY_COUNT_AGAIN,
  }),
  "answer.content-type": leftUnknown(502, {
    title: "The answer is not of the kind that was asked for.",
    message: "Often this is a web page of a proxy or a wrong address.",
    action: "Check the address of the connection. " + MAY_COUNT_AGAIN,
  }),
  "answer.garbage": leftUnknown(502, {
    title: "The answer could not be read.",
    message: "It is not the JSON it claims to be.",
    action: MAY_COUNT_AGAIN,
  }),
  "answer.truncated": leftUnknown(502, {
    title: "The answer ended early.",
    message: "A part is missing; nothing of it was taken for whole.",
    action: MAY_COUNT_AGAIN,
  }),
  "answer.shape": leftUnknown(502, {
    title: "The answer lacks what it must have.",
    message: "It is JSON, but not in the shape of the service's description.",
    action: MAY_COUNT_AGAIN,
  }),
  "answer.hex": leftUnknown(502, {
    title: "The sound in the answer is damaged.",
    message: "Its hex text has a wrong character or an odd length.",
    action: MAY_COUNT_AGAIN,
  }),
  "answer.base64": leftUnknown(502, {
    title: "The picture in the answer is damaged.",
    message: "Its base64 text has a wrong character or length.",
    action: MAY_COUNT_AGAIN,
  }),
  "answer.too-large": leftUnknown(502, {
    title: "The answer is larger than any answer should be.",
    message: "It was not read to its end.",
    action: MAY_COUNT_AGAIN,
  }),
  "answer.repeat-unclear": leftUnknown(502, {
    title: "The stream's frames contradict each other.",
    message: "A frame looked like the repetition of the whole but was announced as a new piece.",
    action: MAY_COUNT_AGAIN,
  }),
} as const satisfies Record<string, ServiceErrorEntry>;

export type TransportErrorCode = keyof typeof transportCatalogue;
