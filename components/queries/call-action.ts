import { unstable_isUnrecognizedActionError } from "next/navigation";
import type { FieldProblem } from "@/lib/errors/studio-error";
import type { ActionResult } from "@/lib/http/action-result";
import { ApiError, studioOfflineCode, studioUnreachableCode, studioUpdatedCode } from "./api-fetch";
import { markOtherBuild } from "@/components/ui/other-build";

/** Longer than any action takes, including its requests to the service: the studio cannot be reached. */
const patienceMs = 45_000;

type CalledAction<Value> =
  | { ok: true; value: Value }
  | {
      ok: false;
      problem: { code: string; fields: readonly FieldProblem[]; requestId?: string };
      /** There was no response, so this or an earlier call of the same may have run. */
      isUnanswered: boolean;
    };

/**
 * Calls a server action with a timeout. Offline it is not called, so that the browser cannot send it later, when the person
 * no longer wants it.
 */
export async function callAction<Value>(
  call: () => Promise<ActionResult<Value>>,
): Promise<CalledAction<Value>> {
  if (!navigator.onLine) {
    return { ok: false, problem: { code: studioOfflineCode, fields: [] }, isUnanswered: true };
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, patienceMs, null);
  });
  try {
    const result = await Promise.race([call(), tooLate]);
    if (result?.ok) return result;
    if (result) return { ...result, isUnanswered: false };
  } catch (error) {
    // Server actions return their own failures; only the connection to the studio throws, or a build without the action.
    if (unstable_isUnrecognizedActionError(error)) {
      markOtherBuild();
      return { ok: false, problem: { code: studioUpdatedCode, fields: [] }, isUnanswered: false };
    }
  } finally {
    clearTimeout(timer);
  }
  return { ok: false, problem: { code: studioUnreachableCode, fields: [] }, isUnanswered: true };
}

/** The same for queries and mutations: returns the value or throws ApiError, with status 0 without a response. */
export async function callActionOrThrow<Value>(call: () => Promise<ActionResult<Value>>): Promise<Value> {
  const called = await callAction(call);
  if (called.ok) return called.value;
  const { code, requestId, fields } = called.problem;
  throw new ApiError(code, { status: called.isUnanswered ? 0 : 400, requestId, fields: [...fields] });
}
