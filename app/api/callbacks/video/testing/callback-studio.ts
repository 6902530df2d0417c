import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { z } from "zod";
import { defineFakeGenerator } from "@/lib/generations/testing/fake-generator.server";
import { openStudioHarness, type StudioHarness } from "@/lib/generations/testing/studio-harness.server";
import { callbackPath } from "@/lib/callbacks/callback-address.server";
import type { Database } from "@/lib/db/database.server";
import type { Runner, RunnerResult } from "@/lib/generations/record/runner-port.server";
import { ServiceError } from "@/lib/service/errors/service-error";
import { POST } from "../[token]/route";

/** The generator whose tasks are reported by callback. */
export const generator = "pushed";
/** The address of the studio for callbacks. */
export const base = "http://127.0.0.1:3999";

const definition = defineFakeGenerator(generator, z.strictObject({ name: z.string() }), {
  produces: "video",
  defaultInput: { name: "" },
});

/** No automatic poll within a test. */
export const pending = (taskId: string): RunnerResult => ({
  kind: "pending",
  operation: { taskId },
  pollAfterMs: 600_000,
});

export const failed = new ServiceError("service.output-sensitive", {
  kind: "refused",
  sent: "maybe",
  serviceCode: 1026,
});

/** The answers to create calls and polls, and what was received. */
export interface PushedService {
  create: () => Promise<RunnerResult>;
  answer: (operation: Record<string, unknown>) => RunnerResult;
  asked: Record<string, unknown>[];
  created: number;
}

export interface SubmittedTask {
  id: string;
  address: string;
}

export interface CallbackStudio {
  studio: StudioHarness;
  service: PushedService;
  /** The callback address of a task by its name. */
  addresses: ReadonlyMap<string, string>;
  /** Back to a service that creates tasks and reports them as failed. */
  reset(): void;
  readRow(id: string): ReturnType<Database["generation"]["findUniqueOrThrow"]>;
  countEvents(generationId: string): Promise<number>;
  submit(): Promise<SubmittedTask>;
  /** Resolves when the task is known. */
  submitPending(): Promise<SubmittedTask>;
  close(): Promise<void>;
}

/** A studio at `localUrl` with one generator whose tasks are reported by callback. */
export async function openCallbackStudio({ localUrl = base } = {}): Promise<CallbackStudio> {
  process.env.STUDIO_LOCAL_URL = localUrl;
  const service: PushedService = makeService();
  const addresses = new Map<string, string>();
  const runner: Runner<typeof definition.inputSchema, string> = {
    async prepare({ name }, context) {
      const address = await context.openCallback();
      if (address !== null) addresses.set(name, address);
      return name;
    },
    start() {
      service.created += 1;
      return service.create();
    },
    async poll(operation) {
      service.asked.push(operation);
      return Promise.resolve(service.answer(operation));
    },
  };
  const studio = await openStudioHarness({ generators: [{ definition, runner: runner as never }] });
  await studio.startWorker();
  const { database } = studio.test;
  const callbacks: CallbackStudio = {
    studio,
    service,
    addresses,
    reset: () => Object.assign(service, makeService()),
    readRow: (id) => database.generation.findUniqueOrThrow({ where: { id } }),
    countEvents: (generationId) => database.callbackEvent.count({ where: { address: { generationId } } }),
    async submit() {
      const name = randomUUID();
      const { id } = await studio.submit({ name }, { generator });
      await expect.poll(() => addresses.get(name)).toBeDefined();
      return { id, address: addresses.get(name)! };
    },
    async submitPending() {
      const submitted = await callbacks.submit();
      await expect.poll(async () => (await callbacks.readRow(submitted.id)).operation).not.toBeNull();
      return submitted;
    },
    close: () => studio.close(),
  };
  return callbacks;
}

function makeService(): PushedService {
  return {
    create: () => Promise.resolve(pending("77")),
    answer: () => {
      throw failed;
    },
    asked: [],
    created: 0,
  };
}

/** Sends a callback like the service. */
export function push(address: string, body: unknown): Promise<Response> {
  const token = new URL(address).pathname.slice(callbackPath.length);
  const request = new Request(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return POST(request, { params: Promise.resolve({ token }) });
}

/** An update as in service.md "Video callback body". */
export const update = (status: string, facts: Record<string, unknown> = {}) => ({
  task_id: "77",
  status,
  base_resp: { status_code: 0, status_msg: "success" },
  ...facts,
});
