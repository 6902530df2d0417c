import { SYSTEM_VOICE_TYPE, voiceListResponseSchema } from "../contract/voices.ts";
import { readJsonAnswer } from "../transport/json-answer.server.ts";
import { sendCall, type CallFacts, type CallOptions, type ClientContext } from "./call.server.ts";

export interface Voice {
  voiceId: string;
  name: string | null;
  description: string[];
}

export interface ListVoicesResult extends CallFacts {
  voices: Voice[];
}

/** unshown.md Synchronous speech "voices": the system's voices. Free; may be repeated. Throws ServiceError. */
export async function listVoices(
  context: ClientContext,
  options: CallOptions = {},
): Promise<ListVoicesResult> {
  const answer = await sendCall(
    context,
    { endpoint: "voiceList", json: { voice_type: SYSTEM_VOICE_TYPE } },
    options,
  );
  const { value, traceId, address } = await readJsonAnswer(answer, voiceListResponseSchema);
  const voices = value.system_voice.map((voice) => ({
    voiceId: voice.voice_id,
    name: voice.voice_name,
    description: voice.description,
  }));
  return { voices, traceId: traceId ?? null, address };
}
