import { describe, expect, it } from "vitest";
import { StudioError } from "@/lib/errors/studio-error";
import {
  type RunnerContext,
  type RunnerResult,
  TaskEndedError,
} from "@/lib/generations/record/runner-port.server";
import { ServiceError, type ServiceErrorDetails } from "@/lib/service/errors/service-error";
import { getShippedProfile } from "@/lib/service/profiles/shipped-profiles";
import { runner } from "./runner.server";

const refuse = (serviceCode: number) => {
  const details: ServiceErrorDetails = { kind: "refused", sent: "maybe", serviceCode };
  return new ServiceError("service.invalid-parameters", details);
};

/** A service where these files are videos or fail to store; other files are missing. */
function openContext(
  files: Record<string, "video" | Error>,
  answer: () => { state: string; fileId: string | null },
): RunnerContext {
  let named = "";
  return {
    generationId: "1",
    signal: new AbortController().signal,
    client: {
      profile: getShippedProfile("sandbox"),
      retrieveContent: ({ fileId }: { fileId: string }) => {
        named = fileId;
        if (!files[fileId]) return Promise.reject(refuse(2013));
        return Promise.resolve({ body: toChunks(), traceId: null });
      },
      queryVideoTask: () => Promise.resolve().then(() => ({ ...answer(), traceId: null, failure: null })),
    },
    storeOutput() {
      const file = files[named];
      return file instanceof Error ? Promise.reject(file) : Promise.resolve();
    },
  } as unknown as RunnerContext;
}

async function* toChunks(): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(new Uint8Array(1));
}

const operation = { taskId: "7", fileId: null, hasCallback: true, polls: 0, missedFetches: 0 };
const pushed = (fileId: string | null) => ({
  pushed: { taskId: "7", state: "success", status: "success", fileId, serviceCode: 0, serviceMessage: null },
});
const poll = (stored: Record<string, unknown>, context: RunnerContext): Promise<RunnerResult> =>
  runner.poll!(stored, context);

/** Polls until the task ends. */
async function pollToEnd(context: RunnerContext): Promise<{ polls: number; end: unknown }> {
  let stored: Record<string, unknown> = operation;
  for (let polls = 1; ; polls += 1) {
    try {
      const result = await poll(stored, context);
      if (result.kind === "done") return { polls, end: result };
      stored = result.operation;
    } catch (error) {
      return { polls, end: error };
    }
  }
}

describe("asking after a video", () => {
  it("asks the service where what a callback named is no video", async () => {
    const context = openContext({ 5: new StudioError("result.type"), 6: "video" }, () => ({
      state: "success",
      fileId: "6",
    }));
    await expect(poll({ ...operation, ...pushed("5") }, context)).resolves.toMatchObject({
      kind: "done",
      facts: { file_id: "6" },
    });
  });

  it("forgets a file that a person named and that is no video", async () => {
    const context = openContext({ 5: new StudioError("result.type") }, () => ({
      state: "processing",
      fileId: null,
    }));
    await expect(poll({ ...operation, fileId: "5" }, context)).resolves.toMatchObject({
      kind: "pending",
      operation: { fileId: null, mistakenFileId: "5" },
    });
  });

  it("ends where the service's own answer leads to what is no video", async () => {
    const fault = new StudioError("result.type");
    const context = openContext({ 5: fault }, () => ({ state: "success", fileId: "5" }));
    await expect(poll({ ...operation, ...pushed("5") }, context)).rejects.toBe(fault);
  });

  it("waits for the name of the file as for the file itself", async () => {
    let asked = 0;
    const late = openContext({ 5: "video" }, () => ({ state: "success", fileId: ++asked > 2 ? "5" : null }));
    expect((await pollToEnd(late)).end).toMatchObject({ kind: "done", facts: { file_id: "5" } });
    const never = openContext({}, () => ({ state: "success", fileId: null }));
    const { polls, end } = await pollToEnd(never);
    expect(polls).toBe(6);
    expect((end as TaskEndedError).reason).toMatchObject({ code: "result.none" });
  });

  it("gives a task that is not known yet some time, and ends with the service's own words", async () => {
    let asked = 0;
    const late = openContext({ 5: "video" }, () => {
      if (++asked < 4) throw refuse(2013);
      return { state: "success", fileId: "5" };
    });
    expect((await pollToEnd(late)).end).toMatchObject({ kind: "done" });
    const never = openContext({}, () => {
      throw refuse(2013);
    });
    const { polls, end } = await pollToEnd(never);
    expect(polls).toBe(6);
    expect(end).toBeInstanceOf(TaskEndedError);
    expect((end as TaskEndedError).reason).toMatchObject({ serviceCode: 2013 });
  });
});
