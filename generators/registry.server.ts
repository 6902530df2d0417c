import type { Runner, RunnerRegistry } from "@/lib/generations/runner-port.server";

/** Runners are loaded when they are first needed, so that a worker starts light. */
const loaders: Record<string, () => Promise<Runner>> = {
  music: async () => (await import("./music/run-music.server")).musicRunner as unknown as Runner,
  cover: async () => (await import("./cover/run-cover.server")).coverRunner as unknown as Runner,
  image: async () => (await import("./image/run-image.server")).imageRunner as unknown as Runner,
  video: async () => (await import("./video/run-video.server")).videoRunner as unknown as Runner,
  speech: async () => (await import("./speech/run-speech.server")).speechRunner as unknown as Runner,
  narration: async () =>
    (await import("./narration/run-narration.server")).narrationRunner as unknown as Runner,
};

/** What the worker asks for runners. */
export const runnerRegistry: RunnerRegistry = {
  load: async (id) => loaders[id]?.(),
};

/** Ids that have a runner, for the conformance suite. */
export const runnerIds = Object.keys(loaders);
