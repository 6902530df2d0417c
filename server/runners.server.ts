import { definitionRegistry } from "@/generators/registry";
import type { InputCheck, InputCheckRegistry } from "@/lib/generations/record/definition-port";
import type { Runner, RunnerRegistry } from "@/lib/generations/record/runner-port.server";

/** What generators/<id>/runner.server.ts exports; `checkInput` only if a schema cannot check everything. */
interface RunnerModule {
  runner: Runner;
  checkInput?: InputCheck;
}

/** Loads a runner on demand by its name, so that a new generator needs no entry here. */
async function loadRunner(id: string): Promise<RunnerModule | undefined> {
  if (!definitionRegistry.find(id)) return undefined;
  return (await import(`../generators/${id}/runner.server.ts`)) as RunnerModule;
}

export const runnerRegistry: RunnerRegistry = {
  load: async (id) => (await loadRunner(id))?.runner,
};

export const inputCheckRegistry: InputCheckRegistry = {
  load: async (id) => (await loadRunner(id))?.checkInput,
};
