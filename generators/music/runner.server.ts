import { composeMusic } from "../_kit/compose-music.server";
import { defineRunner } from "../_kit/define-runner.server";
import type { MusicInput, musicInputSchema } from "./music-input";

/**
 * Endpoint 1 of service.md for songs and instrumental pieces. The answer is the result: sound in hex, at once or as a
 * stream that can be heard while it is composed, or a link.
 */
export const runner = defineRunner<typeof musicInputSchema, MusicInput>({
  prepare: (input) => Promise.resolve(input),
  start: composeMusic,
});
