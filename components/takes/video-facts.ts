import type { GenerationDto, OutputDto } from "@/lib/generations/read/generation-dto";

/** What was asked for where the file is something else. */
interface VideoDifferences {
  /** Seconds that were asked for. */
  askedSeconds?: number;
  /** As the service names it, for example 768P; and the pixels of the short side that came. */
  askedResolution?: { name: string; shortSide: number };
}

/** Lengths this close are the same: a video has whole frames. */
const sameLengthSeconds = 0.25;
/** Sides this close are the same: encoders work in blocks of sixteen pixels. */
const sameSidePixels = 16;

/** Where a stored video is not what was asked for (service.md "Video generation request": duration, resolution). Pure. */
export function compareWithAsked(
  { input }: Pick<GenerationDto, "input">,
  { durationSeconds, width, height }: Pick<OutputDto, "durationSeconds" | "width" | "height">,
): VideoDifferences {
  const differences: VideoDifferences = {};
  const { duration, resolution } = input;
  if (
    typeof duration === "number" &&
    durationSeconds !== undefined &&
    Math.abs(durationSeconds - duration) > sameLengthSeconds
  ) {
    differences.askedSeconds = duration;
  }
  const named = typeof resolution === "string" ? /^(\d+)P$/.exec(resolution) : null;
  if (named && width && height) {
    const shortSide = Math.min(width, height);
    if (Math.abs(shortSide - Number(named[1])) > sameSidePixels) {
      differences.askedResolution = { name: named[0], shortSide };
    }
  }
  return differences;
}

/** Codecs by the names that people know; others as the file writes them. */
const codecNames: readonly (readonly [RegExp, string])[] = [
  [/^avc/i, "H.264"],
  [/^(hvc1|hev1|hevc)/i, "H.265"],
  [/^av01|^av1$/i, "AV1"],
  [/^(vp09|vp9)/i, "VP9"],
  [/^(vp08|vp8)/i, "VP8"],
];

export function nameCodec(codec: string): string {
  return codecNames.find(([pattern]) => pattern.test(codec))?.[1] ?? codec;
}
