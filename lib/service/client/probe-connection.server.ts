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
 * The result of a connection test.
 * - `ok`: the service responded and accepted the key.
 * - `wrong-key`: it rejected the key (1004, 2049, HTTP 401 or 403); see `mayBeWrongRegion`.
 * - `unreachable`: no connection, or no response in time.
 * - `tls`: no trusted encrypted connection.
 * - `rate-limited`: the service accepted the key but is over its rate limit.
 * - `not-the-service`: something else responds at this address.
 * - `unexpected`: any other response; see `code`.
 */
type ProbeOutcome =
  | "ok"
  | "wrong-key"
  | "unreachable"
  | "tls"
  | "rate-limited"
  | "not-the-service"
  | "unexpected";

interface ProbeResult {
  outcome: ProbeOutcome;
  /** Catalogue code of the error; null when ok. */
  code: ServiceErrorCode | null;
  /** With `wrong-key`: keys of this service work only in their own region, so the address may be wrong. */
  mayBeWrongRegion: boolean;
  serviceCode: number | null;
  httpStatus: number | null;
  traceId: string | null;
  address: string;
  /** From the first request to the last response. */
  latencyMs: number;
}

const PROBE_TIMEOUTS: EndpointTimeouts = {
  connectMs: 8_000,
  headersMs: 10_000,
  idleMs: 5_000,
  totalMs: 15_000,
};

/** No file has this ID, so requesting it is free and changes nothing. */
const NO_FILE_ID = "0";

/** Requires an explicit success: another program may respond with `{}`. */
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
  // The service checks the key first. These concern the account or the request, so the key was accepted.
  "service.invalid-parameters": "ok",
  "service.balance": "ok",
  "service.quota": "ok",
  "service.resource-quota": "ok",
  "service.plan-limit": "ok",
  "service.model-not-on-plan": "ok",
};

/**
 * Tests address and key with free requests, cheapest first: the list of files, the list of voices, and where
 * the profile has neither, the content of a file that can't exist. The key is sent only to the client's own
 * base address, so another region is suggested but never tried. Throws only what is no fault of the connection,
 * for example an aborted signal.
 */
export async function probeConnection(
  context: ClientContext,
  options: CallOptions = {},
): Promise<ProbeResult> {
  const startedAt = context.clock.now();
  let result: ProbeResult | null = null;
  for (const call of listFreeCalls(context)) {
    const tried = await tryCall(context, call, options);
    result = { ...tried, latencyMs: Math.round(context.clock.now() - startedAt) };
    // This service may lack this endpoint; the next call decides.
    if (tried.code !== "http.not-found") break;
  }
  if (result === null) throw new Error("there is always a free call");
  return result;
}

function listFreeCalls({ profile }: ClientContext): Call[] {
  const calls: Call[] = [];
  const timeouts = PROBE_TIMEOUTS;
  if (profile.endpoints.fileList !== null) {
    calls.push({ endpoint: "fileList", query: { purpose: NARRATION_FILE_PURPOSE }, timeouts });
  }
  if (profile.endpoints.voiceList !== null) {
    calls.push({ endpoint: "voiceList", json: { voice_type: SYSTEM_VOICE_TYPE }, timeouts });
  }
  calls.push({ endpoint: "fileContent", query: { fileId: NO_FILE_ID }, timeouts });
  return calls;
}

async function tryCall(
  context: ClientContext,
  call: Call,
  options: CallOptions,
): Promise<Omit<ProbeResult, "latencyMs">> {
  try {
    const answer = await sendCall(context, call, options);
    const { facts } = await readJsonAnswer(answer, probeSchema);
    return {
      outcome: "ok",
      code: null,
      mayBeWrongRegion: false,
      serviceCode: 0,
      httpStatus: answer.status,
      ...facts,
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
