import type { MusicRequest } from "@/lib/service/contract/music";
import { composeMusic } from "../_kit/compose-music.server";
import { defineRunner } from "../_kit/define-runner.server";
import type { coverInputSchema, CoverInput } from "./cover-input";
import { getConnection } from "@/lib/connections/get-connection.server";
import { findFeatureExpiry } from "@/lib/covers/find-cover-analyses.server";
import { getDatabase } from "@/lib/db/database.server";
import type { FieldProblem } from "@/lib/errors/studio-error";
import type { InputCheck, InputCheckContext } from "@/lib/generations/record/definition-port";
import { checkReferenceSound } from "@/lib/media/sound-check/reference-sound.server";

/**
 * Decodes the reference sound and checks that an analysis is still valid, so that problems are reported before
 * queueing. Unknown cover_feature_ids are left to the service.
 */
export const checkInput: InputCheck<CoverInput> = async (input, context) => [
  ...(await checkSound(input, context)),
  ...(await checkFeature(input, context)),
];

async function checkSound(
  { audio_base64 }: CoverInput,
  { findAsset }: InputCheckContext,
): Promise<FieldProblem[]> {
  const asset = audio_base64 ? await findAsset(audio_base64.assetId) : null;
  // The engine reports a wrong kind of file for every generator.
  if (asset?.kind !== "audio") return [];
  const { problems } = await checkReferenceSound(asset);
  return problems.map((problem) => ({ path: "audio_base64", ...problem }));
}

async function checkFeature(
  { cover_feature_id: coverFeatureId }: CoverInput,
  { userId, nowMs }: InputCheckContext,
): Promise<FieldProblem[]> {
  if (coverFeatureId === undefined) return [];
  const database = getDatabase();
  const { scope } = await getConnection(userId, database);
  const known = await findFeatureExpiry({ database }, { userId, scope, coverFeatureId });
  if (known === null) return [];
  if (!known.isOfConnection) return [{ path: "cover_feature_id", key: "cover.feature.elsewhere" }];
  const hasExpired = known.expiresAt.getTime() <= nowMs;
  return hasExpired ? [{ path: "cover_feature_id", key: "cover.feature.expired" }] : [];
}

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
