import type { GenerationDto, OutputDto } from "@/lib/generations/read/generation-dto";

/** The requested values that the file differs from. */
interface VideoDifferences {
  /** Requested seconds. */
  askedSeconds?: number;
  /** The requested resolution as the service names it, for example 768P, and the short side in pixels. */
  askedResolution?: { name: string; shortSide: number };
}

/** Tolerance for lengths, since a video has whole frames. */
const sameLengthSeconds = 0.25;
/** Tolerance for sides, since encoders use blocks of 16 pixels. */
const sameSidePixels = 16;

/** Where a video differs from its request (service.md "Video generation request": duration, resolution). */
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

/** Common names of codecs; others as in the file. */
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
