import { listTrashed } from "@/components/queries/shown-results";
import { outputAspect } from "@/components/video-player/video-source";
import type { GeneratorFacts } from "@/lib/generations/record/definition-port";
import type { GenerationDto, OutputDto } from "@/lib/generations/read/generation-dto";
import { isTerminal } from "@/lib/generations/record/states";

function toNumber(value: unknown): number | null {
  return typeof value === "number" && value > 0 ? value : null;
}

/**
 * Width over height of the results, also before there are any: from the input's aspect ratio, which wins over its width
 * and height (service.md "Image generation request"), else from the first result, else the usual one of its kind.
 */
export function expectedAspect(
  generation: Pick<GenerationDto, "input" | "outputs">,
  generator: Pick<GeneratorFacts, "produces"> | undefined,
): number {
  const { aspect_ratio, width, height } = generation.input;
  const ratio = typeof aspect_ratio === "string" ? /^(\d+):(\d+)$/.exec(aspect_ratio) : null;
  if (ratio) return Number(ratio[1]) / Number(ratio[2]);
  const wide = toNumber(width);
  const high = toNumber(height);
  if (wide && high) return wide / high;
  const first = generation.outputs[0];
  if (first) return outputAspect(first);
  return generator?.produces === "video" ? 16 / 9 : 1;
}

/** Seconds from sending the request to the last stored result; null before that. */
export function madeInSeconds(generation: Pick<GenerationDto, "startedAt" | "finishedAt">): number | null {
  const { startedAt, finishedAt } = generation;
  if (!startedAt || !finishedAt) return null;
  return Math.max(0, (Date.parse(finishedAt) - Date.parse(startedAt)) / 1000);
}

export function isPicture({ mimeType }: Pick<OutputDto, "mimeType">): boolean {
  return mimeType.startsWith("image/");
}

/** The slot of a result: the result, or the reason why there is none. */
export type ResultSlot =
  | { kind: "output"; key: string; output: OutputDto }
  | {
      kind: "empty";
      key: string;
      reason: "waiting" | "starting" | "making" | "storing" | "blocked" | "failed" | "missing";
    };

/**
 * One slot for each result of a full success, in order; none for those in the trash. Empty slots have a reason: while it runs, which results are being
 * fetched; at the end, which were blocked or failed.
 */
export function resultSlots(generation: GenerationDto): ResultSlot[] {
  const { counts, outputs, state } = generation;
  const trashed = new Set(listTrashed(generation).map(({ index }) => index));
  const slotCount = Math.max(counts.expected, ...outputs.map(({ index }) => index + 1), outputs.length);
  const byIndex = new Map(outputs.map((output) => [output.index, output]));
  let left = { blocked: counts.blocked, failed: counts.failed, storing: counts.storing };

  function takeReason(): Extract<ResultSlot, { kind: "empty" }>["reason"] {
    if (left.failed > 0) {
      left = { ...left, failed: left.failed - 1 };
      return "failed";
    }
    if (!isTerminal(state)) {
      if (left.storing > 0) {
        left = { ...left, storing: left.storing - 1 };
        return "storing";
      }
      if (state === "storing" && left.blocked > 0) {
        left = { ...left, blocked: left.blocked - 1 };
        return "blocked";
      }
      if (state === "queued") return "waiting";
      return state === "starting" ? "starting" : "making";
    }
    if (left.blocked > 0) {
      left = { ...left, blocked: left.blocked - 1 };
      return "blocked";
    }
    return "missing";
  }

  return Array.from({ length: slotCount }, (_, index) => index).flatMap((index): ResultSlot[] => {
    const output = byIndex.get(index);
    if (output) return [{ kind: "output", key: output.assetId, output }];
    return trashed.has(index) ? [] : [{ kind: "empty", key: `empty-${index}`, reason: takeReason() }];
  });
}

/** The main result: the only one, or the only sound among other files; undefined if there are several. */
export function mainResult({ outputs }: Pick<GenerationDto, "outputs">): OutputDto | undefined {
  const sounds = outputs.filter(({ role }) => role === "audio");
  const [first, ...others] = sounds.length > 0 ? sounds : outputs;
  return others.length === 0 ? first : undefined;
}
