import { afterEach, expect, it, vi } from "vitest";
import { UnrecognizedActionError } from "next/dist/client/components/unrecognized-action-error";
import { callAction } from "./call-action";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const online = (onLine: boolean) => vi.stubGlobal("navigator", { onLine });

it("gives what the action answers", async () => {
  online(true);
  expect(await callAction(async () => ({ ok: true as const, value: 7 }))).toEqual({ ok: true, value: 7 });
  const problem = { code: "input.invalid" as const, fields: [], values: {}, requestId: "r" };
  expect(await callAction(async () => ({ ok: false as const, problem }))).toMatchObject({
    problem,
    isUnanswered: false,
  });
});

it("does not call it while offline", async () => {
  online(false);
  const call = vi.fn();
  expect(await callAction(call)).toMatchObject({ problem: { code: "studio.offline" }, isUnanswered: true });
  expect(call).not.toHaveBeenCalled();
});

it("ends when the way to the studio breaks, or nothing ever comes", async () => {
  online(true);
  const unanswered = { problem: { code: "studio.unreachable" }, isUnanswered: true };
  expect(await callAction(() => Promise.reject(new TypeError("fetch failed")))).toMatchObject(unanswered);
  vi.useFakeTimers();
  const called = callAction(() => new Promise<never>(() => {}));
  await vi.runAllTimersAsync();
  expect(await called).toMatchObject(unanswered);
});

it("says that another build doesn't know the action, which so was not done", async () => {
  online(true);
  const called = await callAction(() => Promise.reject(new UnrecognizedActionError("not found")));
  expect(called).toMatchObject({ problem: { code: "studio.updated" }, isUnanswered: false });
});
