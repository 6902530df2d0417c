import { isEspeakInstalled } from "../espeak/espeak-process.ts";
import { SUCCESS } from "../http/answer.ts";
import { nameVoice, VOICE_IDS } from "../media/speech/voices.ts";
import { defineEndpoint } from "./service-endpoint.ts";

/** POST /v1/get_voice: unshown.md "Synchronous speech", voices. */
export const voiceList = defineEndpoint<string>("POST /v1/get_voice", {
  typicalLatencyMs: [20, 60],
  parse: (fields) =>
    fields.required(
      "voice_type",
      fields.oneOf("voice_type", ["system", "voice_cloning", "voice_generation", "all"] as const),
    ),
  run: async (voiceType) => ({
    kind: "json",
    body: {
      system_voice: voiceType === "system" || voiceType === "all" ? VOICE_IDS.map(describeVoice) : null,
      voice_cloning: voiceType === "voice_cloning" || voiceType === "all" ? [] : null,
      voice_generation: voiceType === "voice_generation" || voiceType === "all" ? [] : null,
      base_resp: SUCCESS,
    },
  }),
});

function describeVoice(voiceId: string): Record<string, unknown> {
  return { voice_id: voiceId, voice_name: nameVoice(voiceId), description: [describeEngine()] };
}

function describeEngine(): string {
  return isEspeakInstalled()
    ? "A stand-in voice, spoken by eSpeak NG."
    : "A stand-in voice of plain tones: eSpeak NG is not installed.";
}
