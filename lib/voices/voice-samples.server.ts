import { createHash } from "node:crypto";
import { getConnection } from "@/lib/connections/get-connection.server";
import type { ResolvedConnection } from "@/lib/connections/resolved-connection";
import type { Queryable } from "@/lib/db/database.server";
import { createGeneration } from "@/lib/generations/ask/create-generation.server";
import { errorFactsSchema } from "@/lib/errors/error-dto";
import { toErrorDto } from "@/lib/errors/error-facts";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { getGeneration } from "@/lib/generations/read/get-generation.server";
import type { GenerationServices } from "@/lib/generations/record/services.server";
import type { SpeechModel } from "@/lib/service/contract/speech-options";
import { findServiceVoices } from "./find-service-voices.server";
import { chooseSampleModel, writeSampleSentence } from "./sample-sentences";
import { findVoiceLanguage } from "./voice-language";

/** The output role of the audio. */
const soundRole = "audio";
/** How often a failed sample can be requested again. */
const triesMax = 50;
/** Samples of later tries are not listed, but found when requested. */
const triesListed = 2;

interface VoiceSample {
  voiceId: string;
  url: string;
}

interface SampleOrder {
  scope: string;
  voiceId: string;
  model: SpeechModel;
  sentence: string;
}

/** The idempotency key of a sample: the same connection, voice, model and sentence give the same sample. */
function writeSampleKey({ scope, voiceId, model, sentence }: SampleOrder, attempt: number): string {
  const digest = createHash("sha256")
    .update(JSON.stringify([scope, voiceId, model, sentence]))
    .digest("base64url");
  return `voice-sample:${digest}:${attempt}`;
}

/**
 * Requests a voice sample: a generation of synchronous speech that is in no list. Repeated requests return the same one,
 * so that it is billed once. A failed sample is requested again; one that may have been billed only with `mayCostAgain`.
 *
 * @returns the sample in its current state
 * @throws what createGeneration throws
 */
export async function requestVoiceSample(
  services: GenerationServices,
  options: { userId: string; voiceId: string; model: string; mayCostAgain?: boolean },
): Promise<GenerationDto> {
  const { userId, voiceId } = options;
  const connection = await getConnection(userId, services.database);
  const { voices } = await findServiceVoices(connection);
  const voice = voices.find((each) => each.voiceId === voiceId) ?? { voiceId };
  const order: SampleOrder = {
    scope: connection.scope,
    voiceId,
    model: chooseSampleModel(options.model),
    sentence: writeSampleSentence(findVoiceLanguage(voice)),
  };

  const keys = Array.from({ length: triesMax }, (_, index) => writeSampleKey(order, index + 1));
  const made = await services.database.generation.findMany({
    where: { userId, idempotencyKey: { in: keys } },
    select: { id: true, state: true, error: true, deletedAt: true, idempotencyKey: true },
  });
  const last = made.sort((a, b) => keys.indexOf(b.idempotencyKey) - keys.indexOf(a.idempotencyKey))[0];
  const isOver =
    last !== undefined &&
    (mayHaveCost(last)
      ? options.mayCostAgain === true
      : last.deletedAt !== null || last.state === "failed" || last.state === "cancelled");
  const next = keys[last ? keys.indexOf(last.idempotencyKey) + 1 : 0];
  if (last && !(isOver && next)) return getGeneration(services, { userId, id: last.id });

  const speaker = services.definitions.list().find(({ voiceSample }) => voiceSample !== undefined);
  if (!speaker?.voiceSample) throw new Error("No generator speaks voice samples.");
  const { generation } = await createGeneration(services, {
    userId,
    generator: speaker.id,
    input: speaker.voiceSample({ model: order.model, text: order.sentence, voiceId }),
    idempotencyKey: next ?? keys[0]!,
    relation: "sample",
  });
  return generation;
}

/** Whether it ended without a sample but may have been billed. */
function mayHaveCost({ state, error }: { state: string; error: unknown }): boolean {
  if (state === "unknown") return true;
  return state === "failed" && error !== null && toErrorDto(errorFactsSchema.parse(error)).made !== "nothing";
}

/** The stored samples of these voices under the current connection and a model. */
export async function listVoiceSamples(
  database: Queryable,
  options: {
    userId: string;
    connection: ResolvedConnection;
    voices: readonly Parameters<typeof findVoiceLanguage>[0][];
    model: string;
  },
): Promise<VoiceSample[]> {
  const { userId, connection, voices } = options;
  const model = chooseSampleModel(options.model);
  const voiceByKey = new Map(
    voices.flatMap((voice) => {
      const sentence = writeSampleSentence(findVoiceLanguage(voice));
      const order: SampleOrder = { scope: connection.scope, voiceId: voice.voiceId, model, sentence };
      return Array.from(
        { length: triesListed },
        (_, index) => [writeSampleKey(order, index + 1), voice.voiceId] as const,
      );
    }),
  );
  const rows = await database.generation.findMany({
    where: { userId, idempotencyKey: { in: [...voiceByKey.keys()] }, state: "succeeded", deletedAt: null },
    select: {
      idempotencyKey: true,
      outputs: { where: { role: soundRole, state: "stored" }, select: { assetId: true }, take: 1 },
    },
  });
  return rows.flatMap(({ idempotencyKey, outputs: [output] }) => {
    const voiceId = voiceByKey.get(idempotencyKey);
    return voiceId && output?.assetId ? [{ voiceId, url: `/api/media/${output.assetId}` }] : [];
  });
}
