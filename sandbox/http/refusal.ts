/**
 * A refusal of the service: HTTP 200 with a non-zero `base_resp.status_code` (service.md "Errors",
 * unshown.md "Errors and limits"). `statusMessage` names the field for parameter errors.
 */
export class Refusal extends Error {
  readonly statusCode: number;
  readonly statusMessage: string;

  constructor(statusCode: number, statusMessage: string = REFUSAL_MESSAGES[statusCode] ?? "service fault") {
    super(`${statusCode} ${statusMessage}`);
    this.name = "Refusal";
    this.statusCode = statusCode;
    this.statusMessage = statusMessage;
  }
}

const REFUSAL_MESSAGES: Readonly<Record<number, string>> = {
  1000: "unknown error",
  1001: "request timeout",
  1002: "rate limit exceeded, please retry later",
  1004: "login fail: Please carry the API secret key in the 'Authorization' field of the request header",
  1008: "insufficient balance",
  1013: "internal service error",
  1024: "internal error",
  1026: "input new_sensitive",
  1027: "output new_sensitive",
  1028: "quota limit reached",
  1030: "quota limit reached",
  1033: "downstream service error",
  1039: "token rate limit exceeded",
  1041: "connection limit reached",
  1042: "invisible character ratio limit",
  2013: "invalid params",
  2042: "you don't have access to this voice_id",
  2045: "rate growth limit",
  2049: "invalid api key",
  2056: "usage limit exceeded",
  2061: "your current plan does not support this model",
};

/** A parameter error, code 2013, whose message names the field and the rule that it broke. */
export function invalidParameter(field: string, rule: string): Refusal {
  return new Refusal(2013, `invalid params, ${field}: ${rule}`);
}
