import { z } from "zod";
import { answerShape, genericErrorSchema } from "../contract/answer.ts";
import { decodeJsonStream, type DecodedJson, type JsonStreamTarget } from "../decode-json-stream.server.ts";
import { errorCodeOfServiceCode } from "../errors/service-code-catalogue.ts";
import type { HttpAnswer } from "../http.server.ts";
import { readHttpFault } from "./http-fault.server.ts";

/** Part of every result. */
export interface CallFacts {
  /** Header `Trace-Id` or body `trace_id`; null without either. */
  traceId: string | null;
  /** Base address that responded: the client's `baseUrl`, or the backup of synchronous speech. */
  address: string;
}

/** A successful JSON response. */
interface JsonAnswer<Value> {
  value: Value;
  extracted: DecodedJson["extracted"];
  facts: CallFacts;
}

const commonSchema = z.looseObject({
  ...answerShape,
  trace_id: z.string().nullish().catch(null),
});

/**
 * Reads a JSON response and checks status, content type, body, base_resp and shape, in this order. Long strings
 * of `targets` are streamed to their consumers. Throws ServiceError, and whatever a consumer throws.
 */
export async function readJsonAnswer<Schema extends z.ZodType>(
  answer: HttpAnswer,
  schema: Schema,
  targets: readonly JsonStreamTarget[] = [],
  /** Accepts a document although its base_resp isn't 0: a query for a failed task. */
  isAnswer: (document: unknown) => boolean = () => false,
): Promise<JsonAnswer<z.output<Schema>>> {
  if (answer.status < 200 || answer.status > 299) throw await readHttpFault(answer);
  try {
    if (!mayBeJson(answer.contentType)) {
      throw answer.fault("answer.content-type", { kind: "malformed", detail: answer.contentType });
    }
    const { document, extracted } = await decodeJsonStream(answer.body, { targets });
    const traceId = isAnswer(document) ? answer.traceId : checkAnswer(answer, document);
    const parsed = schema.safeParse(document);
    if (!parsed.success) {
      throw answer.fault("answer.shape", { kind: "malformed", traceId, detail: describeShape(parsed.error) });
    }
    const facts = { traceId: traceId ?? null, address: answer.address };
    return { value: parsed.data, extracted, facts };
  } catch (error) {
    throw answer.toDecodingError(error);
  } finally {
    answer.dispose();
  }
}

/** The trace ID of a successful document. Throws ServiceError where base_resp reports a failure. */
export function checkAnswer(answer: HttpAnswer, document: unknown): string | undefined {
  const parsed = commonSchema.safeParse(document);
  if (!parsed.success) {
    throw answer.fault("answer.shape", { kind: "malformed", detail: describeShape(parsed.error) });
  }
  const { base_resp: baseResp, trace_id: bodyTraceId } = parsed.data;
  const traceId = answer.traceId ?? bodyTraceId ?? undefined;
  if (baseResp !== null && baseResp !== undefined) {
    if (baseResp.status_code === 0) return traceId;
    throw answer.fault(errorCodeOfServiceCode(baseResp.status_code), {
      kind: "refused",
      traceId,
      serviceCode: baseResp.status_code,
      serviceMessage: baseResp.status_msg ?? undefined,
    });
  }
  const generic = genericErrorSchema.safeParse(document);
  if (generic.success) {
    throw answer.fault("service.unlisted", {
      kind: "refused",
      traceId,
      serviceCode: generic.data.error,
      serviceMessage: generic.data.message,
    });
  }
  return traceId;
}

/**
 * Whether a content type may be JSON: also none or a generic one, because some gateways drop it. Not HTML, a
 * stream or a file.
 */
export function mayBeJson(contentType: string): boolean {
  return (
    contentType === "" ||
    contentType === "text/plain" ||
    contentType === "text/json" ||
    contentType === "application/octet-stream" ||
    contentType === "application/json" ||
    contentType.endsWith("+json")
  );
}

/** Paths and codes of the mismatches, without the response's content. */
function describeShape(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join(".")}: ${issue.code}`).join("; ");
}
