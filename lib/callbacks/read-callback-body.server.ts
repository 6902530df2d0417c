import { readVideoCallback } from "@/lib/service/contract/video";
import { parseJsonKeepingDigits } from "@/lib/service/json/parse-json.server";
import type { UpdateFacts } from "@/lib/generations/record/pushed-update";

/** The documented bodies have some hundred bytes. */
export const maxCallbackBytes = 64 * 1024;

/** Longer than any known identifier of a service. */
const maxIdentifierLength = 1_024;

export type CallbackBody =
  /** `echo` is the body of the answer: the challenge, unchanged to the digit. */
  { kind: "challenge"; echo: string; bytes: number } | { kind: "update"; facts: UpdateFacts };

/**
 * Parses the body of a callback (service.md Events). Every part is bounded, since anyone who knows the address can send
 * it.
 *
 * @returns null for anything but a challenge or an update
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

/** service.md Events 1: "the same challenge value unchanged", so a number keeps its digits. */
function echoChallenge(text: string): string | null {
  return parseOrNull(() => {
    const body = JSON.parse(text, keepNumbers as Reviver) as unknown;
    if (typeof body !== "object" || body === null || !Object.hasOwn(body, "challenge")) return null;
    return JSON.stringify({ challenge: (body as { challenge: unknown }).challenge });
  });
}

type Reviver = (key: string, value: unknown) => unknown;

/** JSON.rawJSON and the source of a value (Node 22+), which TypeScript's library lacks. */
const jsonWithRaw = JSON as typeof JSON & { rawJSON(text: string): unknown };

function keepNumbers(_key: string, value: unknown, context: { source?: string }): unknown {
  return typeof value === "number" && context.source ? jsonWithRaw.rawJSON(context.source) : value;
}

function parseOrNull<Result>(parse: () => Result): Result | null {
  try {
    return parse();
  } catch (error) {
    // Not JSON, not text, or nested too deeply for the stack: not a callback.
    if (error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError)
      return null;
    throw error;
  }
}

/** PostgreSQL cannot store NUL or half a surrogate pair, which truncating may leave. */
function bound(text: string | null, maxLength: number): string | null {
  return text === null ? null : text.replaceAll("\u0000", "").slice(0, maxLength).toWellFormed();
}

/** Identifiers are opaque: one that is too long or cannot be stored is dropped, never truncated. */
function boundIdentifier(identifier: string | null): string | null {
  return identifier !== null && bound(identifier, maxIdentifierLength) === identifier ? identifier : null;
}
