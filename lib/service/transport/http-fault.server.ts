import { z } from "zod";
import { baseRespSchema, genericErrorSchema } from "../contract/answer.ts";
import type { ServiceErrorCode } from "../errors/catalogue.ts";
import { errorCodeOfServiceCode } from "../errors/service-code-catalogue.ts";
import type { ServiceError } from "../errors/service-error.ts";
import type { HttpAnswer } from "../http.server.ts";
import { parseJsonKeepingDigits } from "../json/parse-json.server.ts";

const MAX_FAULT_BODY_BYTES = 64 * 1024;
/** No rate limit of the service has a window this long, so longer waits are cut to it. */
export const MAX_RETRY_AFTER_MS = 3_600_000;

const faultBodySchema = z.looseObject({
  base_resp: baseRespSchema.optional().catch(undefined),
  trace_id: z.string().optional().catch(undefined),
});

/** The error of an HTTP status other than 2xx; a service code in the body takes precedence. */
export async function readHttpFault(answer: HttpAnswer): Promise<ServiceError> {
  const body = await readSmallJson(answer);
  const retryAfterMs = readRetryAfterMs(answer.headers, Date.now());
  const common = {
    httpStatus: answer.status,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
  const parsed = faultBodySchema.safeParse(body);
  const baseResp = parsed.data?.base_resp;
  const traceId = answer.traceId ?? parsed.data?.trace_id;
  if (baseResp !== undefined && baseResp.status_code !== 0) {
    return answer.fault(errorCodeOfServiceCode(baseResp.status_code), {
      kind: "refused",
      ...common,
      traceId,
      serviceCode: baseResp.status_code,
      serviceMessage: baseResp.status_msg ?? undefined,
    });
  }
  const generic = genericErrorSchema.safeParse(body).data;
  return answer.fault(codeOfStatus(answer.status), {
    kind: "http",
    ...common,
    traceId,
    ...(generic === undefined ? {} : { serviceCode: generic.error, serviceMessage: generic.message }),
  });
}

function codeOfStatus(status: number): ServiceErrorCode {
  if (status === 301 || status === 307 || status === 308) return "http.redirect";
  if (status === 401 || status === 403) return "http.unauthorized";
  if (status === 402) return "http.payment-required";
  if (status === 404 || status === 405 || status === 410) return "http.not-found";
  if (status === 413) return "http.too-large";
  if (status === 429) return "http.rate-limited";
  if ([400, 406, 411, 414, 415, 422, 431].includes(status)) return "http.bad-request";
  return status >= 500 ? "http.server-fault" : "http.unexpected-status";
}

/**
 * `Retry-After` in milliseconds from `nowMs` (Unix time), at most an hour; undefined when absent or unreadable.
 */
export function readRetryAfterMs(headers: Headers, nowMs: number): number | undefined {
  const value = headers.get("retry-after")?.trim();
  if (value === undefined || value === "") return undefined;
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1_000, MAX_RETRY_AFTER_MS);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.min(Math.max(0, at - nowMs), MAX_RETRY_AFTER_MS);
}

/** The body as JSON; null where it isn't, so that only the status is known. */
async function readSmallJson(answer: HttpAnswer): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let byteCount = 0;
  try {
    for await (const chunk of answer.body) {
      byteCount += chunk.length;
      if (byteCount > MAX_FAULT_BODY_BYTES) return null;
      chunks.push(chunk);
    }
    return parseJsonKeepingDigits(Buffer.concat(chunks).toString("utf8"));
  } catch {
    // The status is the error to report, whether or not the body of, say, a 502 is JSON.
    return null;
  } finally {
    answer.dispose();
  }
}
