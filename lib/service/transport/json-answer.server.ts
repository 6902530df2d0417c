import { z } from "zod";
import { answerShape, genericErrorSchema } from "../contract/answer.ts";
import { decodeJsonStream, type DecodedJson, type JsonStreamTarget } from "../decode-json-stream.server.ts";
import { errorCodeOfServiceCode } from "../errors/service-code-catalogue.ts";
import type { HttpAnswer } from "../http.server.ts";
import { readHttpFault } from "./http-fault.server.ts";

/** What every successful JSON answer gives, beside the value. */
export interface JsonAnswer<Value> {
  value: Value;
  extracted: DecodedJson["extracted"];
  traceId: string | undefined;
  address: string;
}

const commonSchema = z.looseObject({
  ...answerShape,
  trace_id: z.string().nullish().catch(null),
});

/**
 * Reads a JSON answer: status, kind, body, base_resp and shape, in this order. Long strings of `targets` stream to their
 * consumers. Throws ServiceError; what a consumer throws is thrown on.
 */
export async function readJsonAnswer<Schema extends z.ZodType>(
  answer: HttpAnswer,
  schema: Schema,
  targets: readonly JsonStreamTarget[] = [],
  /** Documents that are an answer although their base_resp is not 0: the sad end of a task that was asked for. */
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
    return { value: parsed.data, extracted, traceId, address: answer.address };
  } catch (error) {
    throw answer.toDecodingError(error);
  } finally {
    answer.dispose();
  }
}

/** The trace id of a document whose base_resp says success. Throws ServiceError when it says anything else. */
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

/** JSON by name, or of no or a general name: some gateways drop the type. A web page, a stream or a file is none. */
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

/** Paths and codes of what does not fit, without the answer's content. */
function describeShape(error: z.ZodError): string {
  return error.issues.map((issue) => `${issue.path.join(".")}: ${issue.code}`).join("; ");
}
