import { randomUUID } from "node:crypto";
import { once } from "node:events";
import path from "node:path";
import { getServiceAccess } from "@/lib/connections/service-access.server";
import { getAnalysisLine } from "@/lib/covers/analysis-calls.server";
import { getCoverAnalysis } from "@/lib/covers/find-cover-analyses.server";
import { resumeAnalysis } from "@/lib/covers/perform-analysis.server";
import { requestCoverAnalysis } from "@/lib/covers/request-cover-analysis.server";
import { bringTone } from "@/lib/covers/testing/bring-tone.server";
import { errorFactsSchema } from "@/lib/errors/error-dto";
import { toErrorDto } from "@/lib/errors/error-facts";
import { createGeneration } from "@/lib/generations/ask/create-generation.server";
import type { StudioHarness } from "@/lib/generations/testing/studio-harness.server";
import { bundleWorker, forkProgram, startWorkerProcess } from "@/lib/generations/testing/worker-process";
import { listLyricsDrafts } from "@/lib/lyrics/draft-rows.server";
import { writeLyrics } from "@/lib/lyrics/write-lyrics.server";
import { findServiceVoices } from "@/lib/voices/find-service-voices.server";
import { requestVoiceSample } from "@/lib/voices/voice-samples.server";
import { bundle } from "@/scripts/bundle.mjs";
import { getRateLine } from "../rate-line.server";

/** One request of a kind, with one idempotency key or what stands for it. */
export interface TestCall {
  /** Requests it in this process, as a click does. Resolves with the error of a call that the click waits for. */
  press(): Promise<unknown>;
  /** Requests it so that a process does the work which the test can kill. */
  pressInProcess(): Promise<{ kill(): Promise<void> }>;
  /** What a page shows of it. Looking continues or settles what a dead process left, as the pages do. */
  look(): Promise<CallView>;
}

export interface CallView {
  state: "none" | "queued" | "out" | "done" | "failed" | "unknown";
  error: { code: string; made: string } | null;
}

/** One kind of paid call. */
export interface PaidKind {
  name: string;
  /** Path of its endpoint at the sandbox. */
  path: string;
  /** False where a click is told to come back instead of waiting for the rate limit. */
  isQueued: boolean;
  /** Bundles what its processes run. */
  bundle(): Promise<void>;
  findBucket(studio: StudioHarness): Promise<string>;
  /** A request that nobody has made before. */
  open(studio: StudioHarness): Promise<TestCall>;
  /** Starts what carries it out where that is not the pressed process. */
  serve(studio: StudioHarness): Promise<{ stop(): Promise<void> }>;
}

const model = "speech-2.6-turbo";
const voices = [
  "Serene_Woman",
  "Charming_Lady",
  "Robot_Armor",
  "lovely_girl",
  "Santa_Claus",
  "Arabic_CalmWoman",
  "Korean_CalmLady",
  "English_Aussie_Bloke",
];

const nothing: CallView = { state: "none", error: null };

function toView(states: Record<string, CallView["state"]>, row: { state: string; error: unknown }): CallView {
  const state = states[row.state];
  if (!state) throw new Error(`The state ${row.state} is unknown`);
  return { state, error: row.error === null ? null : toErrorDto(errorFactsSchema.parse(row.error)) };
}

const generationStates = {
  queued: "queued",
  starting: "queued",
  running: "out",
  storing: "out",
  succeeded: "done",
  failed: "failed",
  unknown: "unknown",
} as const;

const heldStates = {
  queued: "queued",
  running: "out",
  ready: "done",
  failed: "failed",
  unknown: "unknown",
} as const;

/** A call that a worker makes of a generation. */
function openGenerationCall(studio: StudioHarness, press: () => Promise<{ id: string }>): TestCall {
  let id: string | undefined;
  const pressOnce = async () => {
    ({ id } = await press());
  };
  return {
    press: pressOnce,
    async pressInProcess() {
      const worker = await startWorkerProcess();
      await pressOnce();
      return worker;
    },
    async look() {
      if (!id) return nothing;
      return toView(
        generationStates,
        await studio.test.database.generation.findUniqueOrThrow({ where: { id } }),
      );
    },
  };
}

const findLine = async (studio: StudioHarness, request: Parameters<typeof getRateLine>[1]) =>
  getRateLine(await getServiceAccess().getConnection(studio.userId), request).bucket ?? "";

const images: PaidKind = {
  name: "a generation",
  path: "/v1/image_generation",
  isQueued: true,
  bundle: bundleWorker,
  findBucket: (studio) => findLine(studio, { endpoint: "imageGeneration", model: "image-01" }),
  open(studio) {
    const idempotencyKey = randomUUID();
    const input = { model: "image-01", prompt: `Paid once ${idempotencyKey}` };
    const request = { userId: studio.userId, generator: "image", input, idempotencyKey };
    const press = async () => (await createGeneration(studio.services, request)).generation;
    return Promise.resolve(openGenerationCall(studio, press));
  },
  serve: (studio) => studio.startWorker(),
};

const samples: PaidKind = {
  name: "a voice sample",
  path: "/v1/t2a_v2",
  isQueued: true,
  bundle: bundleWorker,
  findBucket: (studio) => findLine(studio, { endpoint: "speech", model }),
  async open(studio) {
    // The list of voices is cached, so that a slow sandbox does not delay the click.
    await findServiceVoices(await getServiceAccess().getConnection(studio.userId));
    const voiceId = voices.pop();
    if (!voiceId) throw new Error("Every voice has been heard");
    const request = { userId: studio.userId, voiceId, model };
    return openGenerationCall(studio, () => requestVoiceSample(studio.services, request));
  },
  serve: (studio) => studio.startWorker(),
};

/** Runs a bundled program until it is killed. */
function startProgram(name: string, args: string[]): { kill(): Promise<void> } {
  const child = forkProgram(bundleOf(name), args);
  return {
    async kill() {
      if (child.exitCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    },
  };
}

const bundleOf = (name: string) => path.resolve(`.cache/test-${name}.mjs`);

const nobody = { stop: () => Promise.resolve() };

const analyses: PaidKind = {
  name: "a cover analysis",
  path: "/v1/music_cover_preprocess",
  isQueued: true,
  bundle: () =>
    bundle(process.cwd(), "lib/covers/testing/request-analysis.program.ts", bundleOf("request-analysis")),
  findBucket: async (studio) =>
    getAnalysisLine(await getServiceAccess().getConnection(studio.userId)).bucket ?? "",
  async open(studio) {
    const { userId } = studio;
    const asset = await bringTone(studio);
    const services = { ...getServiceAccess(), jobs: studio.services.jobs };
    return {
      async press() {
        await requestCoverAnalysis(services, { userId, asset, field: "assetId" });
      },
      pressInProcess: () => Promise.resolve(startProgram("request-analysis", [userId, asset.id])),
      async look() {
        const where = { userId, sha256: asset.sha256 };
        const known = await studio.test.database.coverAnalysis.findFirst({ where });
        if (!known) return nothing;
        const own = { userId, id: known.id };
        // As the route does that a page asks.
        const { state } = await getCoverAnalysis(services, own);
        if (state === "queued") await resumeAnalysis(services, own);
        return toView(
          heldStates,
          await studio.test.database.coverAnalysis.findUniqueOrThrow({ where: { id: known.id } }),
        );
      },
    };
  },
  serve: () => Promise.resolve(nobody),
};

const drafts: PaidKind = {
  name: "a draft of lyrics",
  path: "/v1/lyrics_generation",
  isQueued: false,
  bundle: () =>
    bundle(process.cwd(), "lib/lyrics/testing/ask-for-lyrics.program.ts", bundleOf("ask-for-lyrics")),
  findBucket: async (studio) =>
    `${(await getServiceAccess().getConnection(studio.userId)).scope}:lyricsGeneration`,
  open(studio) {
    const { userId } = studio;
    const idempotencyKey = randomUUID();
    const prompt = `Paid once ${idempotencyKey}`;
    return Promise.resolve({
      press: () =>
        writeLyrics(userId, { mode: "write_full_song", prompt, idempotencyKey }).then(
          () => undefined,
          (error: unknown) => error,
        ),
      pressInProcess: () => Promise.resolve(startProgram("ask-for-lyrics", [userId, idempotencyKey, prompt])),
      async look() {
        await listLyricsDrafts(userId);
        const where = { userId_idempotencyKey: { userId, idempotencyKey } };
        const row = await studio.test.database.lyricsDraft.findUnique({ where });
        return row ? toView(heldStates, row) : nothing;
      },
    });
  },
  serve: () => Promise.resolve(nobody),
};

export const paidKinds = [images, samples, analyses, drafts];
