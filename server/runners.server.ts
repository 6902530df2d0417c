import type { Runner, RunnerRegistry } from "@/lib/generations/record/runner-port.server";

/** Runners are loaded when they are first needed, so that a worker starts light. */
const loaders: Record<string, () => Promise<Runner>> = {
  music: async () => (await import("@/generators/music/run-music.server")).musicRunner as unknown as Runner,
  cover: async () => (await import("@/generators/cover/run-cover.server")).coverRunner as unknown as Runner,
  image: async () => (await import("@/generators/image/run-image.server")).imageRunner as unknown as Runner,
  video: async () => (await import("@/generators/video/run-video.server")).videoRunner as unknown as Runner,
  speech: async () =>
    (await import("@/generators/speech/run-speech.server")).speechRunner as unknown as Runner,
  narration: async () =>
    (await import("@/generators/narration/run-narration.server")).narrationRunner as unknown as Runner,
};

/** What the worker asks for runners. */
export const runnerRegistry: RunnerRegistry = {
  load: async (id) => loaders[id]?.(),
};

/** Ids that have a runner, for the conformance suite. */
export const runnerIds = Object.keys(loaders);
