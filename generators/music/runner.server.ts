import { composeMusic } from "../_kit/compose-music.server";
import { defineRunner } from "../_kit/define-runner.server";
import type { MusicInput, musicInputSchema } from "./music-input";

/** Endpoint 1 of service.md for songs and instrumentals. */
export const runner = defineRunner<typeof musicInputSchema, MusicInput>({
  prepare: (input) => Promise.resolve(input),
  start: composeMusic,
});
