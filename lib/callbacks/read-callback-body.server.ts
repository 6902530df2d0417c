import { readVideoCallback } from "@/lib/service/contract/video";
import { parseJsonKeepingDigits } from "@/lib/service/json/parse-json.server";
import type { UpdateFacts } from "@/lib/generations/record/pushed-update";

/** More than this is no callback: the described bodies have some hundred bytes. */
export const maxCallbackBytes = 64 * 1024;

/** Longer than any identifier of a service that is known. */
const maxIdentifierLength = 1_024;

export type CallbackBody =
  /** `echo` is the answer's body: the challenge as it came, digit by digit. */
  { kind: "challenge"; echo: string; bytes: number } | { kind: "update"; facts: UpdateFacts };

/**
 * Reads what was pushed to a callback address (service.md Events). Bounded in every part, since anybody who knows the
 * address may have written it.
 *
 * @returns null for what is neither a challenge nor an update
 */
export function readCallbackBody(bytes: Uint8Array): CallbackBody | null {
  const text = decode(bytes);
  if (text === null) return null;
  const echo = echoChallenge(text);
  if (echo !== null) return { kind: "challenge", echo, bytes: bytes.byteLength };
  const body = parseOrNull(() => parseJsonKeepingDigits(text));
  const callback = readVideoCallback(body);
  if (callback?.kind !== "update") return null;
  const { taskId, state, status, fileId, serviceCode, serviceMessage } = callback;
  return {
    kind: "update",
    facts: {
      taskId: boundIdentifier(taskId),
      state,
      status: bound(status, 64) ?? "",
      fileId: boundIdentifier(fileId),
      serviceCode,
      serviceMessage: bound(serviceMessage, 500),
    },
  };
}

function decode(bytes: Uint8Array): string | null {
  return parseOrNull(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes));
}

/** service.md Events 1: "the same challenge value unchanged", so a number keeps the digits it was written with. */
function echoChallenge(text: string): string | null {
  return parseOrNull(() => {
    const body = JSON.parse(text, keepNumbers as Reviver) as unknown;
    if (typeof body !== "object" || body === null || !Object.hasOwn(body, "challenge")) return null;
    return JSON.stringify({ challenge: (body as { challenge: unknown }).challenge });
  });
}

type Reviver = (key: string, value: unknown) => unknown;

/** JSON.rawJSON and the source of a value (Node 22+): TypeScript's library does not know them yet. */
const jsonWithRaw = JSON as typeof JSON & { rawJSON(text: string): unknown };

function keepNumbers(_key: string, value: unknown, context: { source?: string }): unknown {
  return typeof value === "number" && context.source ? jsonWithRaw.rawJSON(context.source) : value;
}

function parseOrNull<Result>(parse: () => Result): Result | null {
  try {
    return parse();
  } catch (error) {
    // What is not JSON, or not text, or so deeply nested that no stack holds it, is answered as no callback at all.
    if (error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError)
      return null;
    throw error;
  }
}

/** PostgreSQL keeps no NUL in text, and no half of a pair, which a cut may leave. */
function bound(text: string | null, maxLength: number): string | null {
  return text === null ? null : text.replaceAll("\u0000", "").slice(0, maxLength).toWellFormed();
}

/** An identifier is opaque: one that is too long, or that no database holds, is none rather than another one. */
function boundIdentifier(identifier: string | null): string | null {
  return identifier !== null && bound(identifier, maxIdentifierLength) === identifier ? identifier : null;
}
