import type { FieldProblem } from "@/lib/errors/studio-error";
import type { ActionResult } from "@/lib/http/action-result";
import { ApiError, studioOfflineCode, studioUnreachableCode } from "./api-fetch";

/** Longer than any action takes (its own questions to the service end sooner): the way to the studio is broken. */
const patienceMs = 45_000;

type CalledAction<Value> =
  | { ok: true; value: Value }
  | {
      ok: false;
      problem: { code: string; fields: readonly FieldProblem[]; requestId?: string };
      /** No answer came: whether the studio did it is not known. */
      isUnanswered: boolean;
    };

/**
 * Calls a server action and always comes to an end. Offline it is not called at all, so that it cannot be sent later,
 * when nobody asks for it any more.
 */
export async function callAction<Value>(
  call: () => Promise<ActionResult<Value>>,
): Promise<CalledAction<Value>> {
  if (!navigator.onLine) {
    return { ok: false, problem: { code: studioOfflineCode, fields: [] }, isUnanswered: false };
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, patienceMs, null);
  });
  try {
    const result = await Promise.race([call(), tooLate]);
    if (result?.ok) return result;
    if (result) return { ...result, isUnanswered: false };
  } catch {
    // A server action turns its own failures into problems; what throws here is the way to the studio.
  } finally {
    clearTimeout(timer);
  }
  return { ok: false, problem: { code: studioUnreachableCode, fields: [] }, isUnanswered: true };
}

/** The same for queries and mutations, which want a value or an ApiError; its status is 0 where no answer came. */
export async function callActionOrThrow<Value>(call: () => Promise<ActionResult<Value>>): Promise<Value> {
  const called = await callAction(call);
  if (called.ok) return called.value;
  const { code, requestId, fields } = called.problem;
  const isAnswered = !called.isUnanswered && code !== studioOfflineCode;
  throw new ApiError(code, { status: isAnswered ? 400 : 0, requestId, fields: [...fields] });
}
