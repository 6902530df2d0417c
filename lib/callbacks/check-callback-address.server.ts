import { readJson } from "@/lib/errors/read-json";
import { StudioError } from "@/lib/errors/studio-error";
import { getDatabase, type Database } from "@/lib/db/database.server";
import { chooseCallbackBase } from "./callback-base";
import type { CallbackCheck } from "./callback-status-dto";
import { countRequest } from "@/lib/errors/request-limits.server";
import { findCallbackTarget } from "./find-callback-target.server";
import { getStudioAddresses, callbackPath, openCallbackAddress } from "./callback-address.server";
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { CHALLENGE_ANSWER_WITHIN_MS } from "@/lib/service/contract/video";
import { maxCallbackBytes } from "./read-callback-body.server";

/** Timeouts of the check. */
interface CheckPatience {
  /** The service does not wait longer. */
  answerWithinMs: number;
  /** The check waits longer, to tell a slow connection from none. */
  giveUpAfterMs: number;
}

const usualPatience: CheckPatience = { answerWithinMs: CHALLENGE_ANSWER_WITHIN_MS, giveUpAfterMs: 10_000 };
/** A callback address for one check. */
const addressLifetimeMs = 60_000;
/** How long the callbacks of a check stay visible. */
const keptMs = 7 * 24 * 60 * 60 * 1000;

const answerSchema = z.object({ challenge: z.string() });

/**
 * Sends a challenge like the service (service.md Events 1) to the callback address that requests carry, and expects this
 * studio to answer it.
 */
export async function checkCallbackAddress(
  database: Database,
  options: { base: string; userId: string; now?: number; patience?: CheckPatience },
): Promise<CallbackCheck> {
  const { base, userId, now = Date.now(), patience = usualPatience } = options;
  await database.callbackAddress.deleteMany({
    where: { userId, generationId: null, expiresAt: { lt: new Date(now - keptMs) } },
  });
  const expiresAt = new Date(now + addressLifetimeMs);
  const url = await openCallbackAddress(database, { base, userId, expiresAt });
  const challenge = randomUUID();
  const startedAt = performance.now();
  const outcome = await ask(url, challenge, patience);
  const durationMs = Math.round(performance.now() - startedAt);
  const isSlow = outcome.result === "reached" && durationMs > patience.answerWithinMs;
  return {
    ...outcome,
    ...(isSlow ? { result: "slow" } : {}),
    address: `${base}${callbackPath}…`,
    durationMs,
    checkedAt: new Date(now).toISOString(),
  };
}

async function ask(
  url: string,
  challenge: string,
  { giveUpAfterMs }: CheckPatience,
): Promise<Pick<CallbackCheck, "result" | "httpStatus">> {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ challenge }),
      redirect: "manual",
      signal: AbortSignal.timeout(giveUpAfterMs),
    });
    const text = await readBeginning(response);
    if (response.status !== 200) return { result: "refused", httpStatus: response.status };
    const isOurs = readJson(answerSchema, text)?.challenge === challenge;
    return isOurs ? { result: "reached" } : { result: "other-answer", httpStatus: response.status };
  } catch (error) {
    // An unreachable address is a result of the check, not an error.
    const isTimeout = error instanceof DOMException && error.name === "TimeoutError";
    if (isTimeout || error instanceof TypeError) return { result: isTimeout ? "timeout" : "unreachable" };
    throw error;
  }
}

/** Reads no more than our own answer could have. */
async function readBeginning(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > maxCallbackBytes) break;
  }
  return text;
}

/**
 * Checks the callback address of a person's requests, also while callbacks are switched off.
 *
 * @throws StudioError connection.missing, callbacks.no-address, rate.throttled
 */
export async function checkOwnCallbackAddress(userId: string): Promise<CallbackCheck> {
  const database = getDatabase();
  const target = await findCallbackTarget(userId, database);
  if (target === null) throw new StudioError("connection.missing");
  const base = chooseCallbackBase(getStudioAddresses(), target);
  if (base === null) throw new StudioError("callbacks.no-address");
  await countRequest("callbackChecks", userId);
  return checkCallbackAddress(database, { base, userId });
}
