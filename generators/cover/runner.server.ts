import type { MusicRequest } from "@/lib/service/contract/music";
import { composeMusic } from "../_kit/compose-music.server";
import { defineRunner } from "../_kit/define-runner.server";
import type { coverInputSchema } from "./cover-input";

export { checkInput } from "./check-input.server";

/**
 * Endpoint 1 of service.md for covers. Files are sent as base64, since the service cannot download from a studio at
 * home; URLs are passed on.
 */
export const runner = defineRunner<typeof coverInputSchema, MusicRequest>({
  async prepare({ audio_url, audio_base64, ...rest }, context) {
    if (audio_url) return { ...rest, audio_url: audio_url.url };
    if (!audio_base64) return rest;
    return { ...rest, audio_base64: await context.readReferenceSound(audio_base64.assetId) };
  },
  start: composeMusic,
});
