import { z } from "zod";
import { baseRespSchema } from "../contract/answer.ts";
import { NARRATION_FILE_PURPOSE } from "../contract/files.ts";
import { SYSTEM_VOICE_TYPE } from "../contract/voices.ts";
import type { ServiceErrorCode } from "../errors/catalogue.ts";
import { isServiceError, type ServiceError } from "../errors/service-error.ts";
import type { EndpointTimeouts } from "../profiles/profile-schema.ts";
import { readJsonAnswer } from "../transport/json-answer.server.ts";
import { sendCall, type Call, type CallOptions, type ClientContext } from "./call.server.ts";

/**
 * What a test of the connection found.
 * - `ok`: the service answered and took the key.
 * - `wrong-key`: it did not take the key (1004, 2049, HTTP 401 or 403); see `mayBeWrongRegion`.
 * - `unreachable`: no connection, or no answer in time.
 * - `tls`: no trusted encrypted connection.
 * - `rate-limited`: the service is there and the key is known, but it takes no more just now.
 * - `not-the-service`: something else answers at this address.
 * - `unexpected`: the service answered with something else; `code` tells.
 */
export type ProbeOutcome =
  "ok" | "wrong-key" | "unreachable" | "tls" | "rate-limited" | "not-the-service" | "unexpected";

export interface ProbeResult {
  outcome: ProbeOutcome;
  /** Catalogue code of what went wrong; null when ok. */
  code: ServiceErrorCode | null;
  /** With `wrong-key`: a key of this service works only in its own region, so the address may be the wrong one. */
  mayBeWrongRegion: boolean;
  serviceCode: number | null;
  httpStatus: number | null;
  traceId: string | null;
  address: string;
  /** From the first question to the last answer. */
  latencyMs: number;
}

const PROBE_TIMEOUTS: EndpointTimeouts = {
  connectMs: 8_000,
  headersMs: 10_000,
  idleMs: 5_000,
  totalMs: 15_000,
};

/** No file has this id: an authenticated question for it makes nothing and costs nothing. */
const NO_FILE_ID = "0";

/** A success must say so itself: some other program's `{}` is none. */
const probeSchema = z.looseObject({ base_resp: baseRespSchema });

const OUTCOMES: Partial<Record<ServiceErrorCode, ProbeOutcome>> = {
  "service.key-rejected": "wrong-key",
  "service.key-wrong": "wrong-key",
  "http.unauthorized": "wrong-key",
  "service.rate-limited": "rate-limited",
  "service.token-rate": "rate-limited",
  "service.connections": "rate-limited",
  "service.rate-growth": "rate-limited",
  "http.rate-limited": "rate-limited",
  "network.tls": "tls",
  "network.name-not-found": "unreachable",
  "network.refused": "unreachable",
  "network.unreachable": "unreachable",
  "network.connect-timeout": "unreachable",
  "network.lost": "unreachable",
  "timeout.headers": "unreachable",
  "timeout.idle": "unreachable",
  "timeout.total": "unreachable",
  "http.redirect": "not-the-service",
  "http.not-found": "not-the-service",
  "answer.content-type": "not-the-service",
  "answer.garbage": "not-the-service",
  "answer.shape": "not-the-service",
  "answer.too-large": "not-the-service",
  // The service looks at the key before anything else: these speak of the account or the question, so it took the key.
  "service.invalid-parameters": "ok",
  "service.balance": "ok",
  "service.quota": "ok",
  "service.resource-quota": "ok",
  "service.plan-limit": "ok",
  "service.model-not-on-plan": "ok",
};

/**
 * Tests address and key with free questions only, the cheapest first: the list of files, the list of voices, and where
 * the profile has neither, the content of a file that cannot exist. The key goes to the client's own base address and
 * nowhere else, so a wrong region is told in words and never tried. Throws only what is no fault of the connection
 * (an aborted signal).
 */
export async function probeConnection(
  context: ClientContext,
  options: CallOptions = {},
): Promise<ProbeResult> {
  const startedAt = context.clock.now();
  let result: ProbeResult | null = null;
  for (const call of listQuestions(context)) {
    const asked = await ask(context, call, options);
    result = { ...asked, latencyMs: Math.round(context.clock.now() - startedAt) };
    // This service may just not have this endpoint: the next question tells.
    if (asked.code !== "http.not-found") break;
  }
  if (result === null) throw new Error("there is always a question to ask");
  return result;
}

function listQuestions({ profile }: ClientContext): Call[] {
  const questions: Call[] = [];
  const timeouts = PROBE_TIMEOUTS;
  if (profile.endpoints.fileList !== null) {
    questions.push({ endpoint: "fileList", query: { purpose: NARRATION_FILE_PURPOSE }, timeouts });
  }
  if (profile.endpoints.voiceList !== null) {
    questions.push({ endpoint: "voiceList", json: { voice_type: SYSTEM_VOICE_TYPE }, timeouts });
  }
  questions.push({ endpoint: "fileContent", query: { fileId: NO_FILE_ID }, timeouts });
  return questions;
}

async function ask(
  context: ClientContext,
  call: Call,
  options: CallOptions,
): Promise<Omit<ProbeResult, "latencyMs">> {
  try {
    const answer = await sendCall(context, call, options);
    const { traceId, address } = await readJsonAnswer(answer, probeSchema);
    return {
      outcome: "ok",
      code: null,
      mayBeWrongRegion: false,
      serviceCode: 0,
      httpStatus: answer.status,
      traceId: traceId ?? null,
      address,
    };
  } catch (error) {
    if (!isServiceError(error) || error.kind === "aborted" || error.kind === "invalid") throw error;
    return describeFailure(context, error);
  }
}

function describeFailure(context: ClientContext, error: ServiceError): Omit<ProbeResult, "latencyMs"> {
  const outcome = OUTCOMES[error.code] ?? "unexpected";
  return {
    outcome,
    code: outcome === "ok" ? null : error.code,
    mayBeWrongRegion: outcome === "wrong-key" && context.profile.regionalKeys,
    serviceCode: error.serviceCode ?? null,
    httpStatus: error.httpStatus ?? null,
    traceId: error.traceId ?? null,
    address: error.address ?? context.baseUrl,
  };
}
