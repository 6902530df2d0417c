import { isEspeakInstalled } from "../espeak/espeak-process.ts";
import { succeed } from "../http/answer.ts";
import { nameVoice, VOICE_IDS } from "../media/speech/voices.ts";
import { defineEndpoint } from "./service-endpoint.ts";

const KINDS = ["system", "voice_cloning", "voice_generation", "all"] as const;

/** POST /v1/get_voice: unshown.md "Synchronous speech", voices. */
export const voiceList = defineEndpoint<(typeof KINDS)[number]>("POST /v1/get_voice", {
  typicalLatencyMs: [20, 60],
  parse: (fields) => fields.required("voice_type", fields.oneOf("voice_type", KINDS)),
  run: async (kind) => {
    const description = isEspeakInstalled()
      ? "A stand-in voice, spoken by eSpeak NG."
      : "A stand-in voice of plain tones: eSpeak NG is not installed.";
    const voices = VOICE_IDS.map((id) => ({
      voice_id: id,
      voice_name: nameVoice(id),
      description: [description],
    }));
    return succeed({
      system_voice: kind === "system" || kind === "all" ? voices : null,
      voice_cloning: kind === "voice_cloning" || kind === "all" ? [] : null,
      voice_generation: kind === "voice_generation" || kind === "all" ? [] : null,
    });
  },
});
