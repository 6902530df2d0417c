"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useMemo } from "react";
import { coverQueries } from "@/components/queries/cover-queries";
import { soundQueries } from "@/components/queries/sound-queries";
import { toAssetTrack, type Track } from "@/components/player/track";
import { offerCounterpart } from "@/components/player/counterparts";
import { studioPlayer } from "@/components/player/studio-player";
import { usePlayerValue } from "@/components/player/use-player";
import { classNames } from "@/components/ui/class-names";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";

interface OriginalComparisonProps {
  generation: Pick<GenerationDto, "input">;
  track: Track;
}

/** Switches between a cover and its original at the same position. */
export function OriginalComparison({ generation, track }: OriginalComparisonProps) {
  const t = useTranslations("player.original");
  const original = useOriginal(generation, { title: t("title"), name: t("hearCover") });
  const heardId = usePlayerValue(({ current }) => current?.id ?? null);
  const isCompared = usePlayerValue(
    ({ comparison }) => comparison?.a.id === original?.id && comparison?.b.id === track.id,
  );
  // Makes the original available to the A/B control of the player.
  useEffect(() => (original ? offerCounterpart(track.id, original) : undefined), [track.id, original]);
  if (!original) return null;

  function hear(wanted: Track) {
    if (!original) return;
    const { current } = studioPlayer.getSnapshot();
    const isEither = current?.id === original.id || current?.id === track.id;
    const startSeconds = isEither ? studioPlayer.getTime().seconds : 0;
    if (!isCompared) {
      studioPlayer.playTrack(original, { startSeconds });
      studioPlayer.compareWith(track);
    }
    if (studioPlayer.getSnapshot().current?.id !== wanted.id) studioPlayer.switchCompared();
    studioPlayer.play();
  }

  const sides = [
    { side: "A", sound: original, label: t("hearOriginal", { title: original.title }) },
    { side: "B", sound: track, label: t("hearCover") },
  ];
  return (
    <div role="group" aria-label={t("label")} className="mt-2 flex flex-wrap items-center gap-1.5">
      {sides.map(({ side, sound, label }) => {
        const isHeard = isCompared && heardId === sound.id;
        return (
          <button
            key={side}
            type="button"
            data-generator="cover"
            aria-pressed={isHeard}
            onClick={() => hear(sound)}
            className={classNames(
              "inline-flex h-7.5 items-center gap-2 rounded-sm border px-2.25 text-sm transition-colors",
              isHeard
                ? "border-hue bg-hue text-on-hue"
                : "text-text-2 hover:border-line-strong hover:text-text",
            )}
          >
            <span aria-hidden className="text-2xs font-semibold">
              {side}
            </span>
            <span className="max-w-[min(24rem,60vw)] truncate">{label}</span>
          </button>
        );
      })}
    </div>
  );
}

/** The original, if the studio has it: from the input or from the analysis that the input names. */
function useOriginal(
  { input }: Pick<GenerationDto, "input">,
  { title, name }: { title: string; name: string },
): Track | null {
  const { audio_base64, cover_feature_id } = input as {
    audio_base64?: { assetId?: unknown };
    cover_feature_id?: unknown;
  };
  const named = typeof audio_base64?.assetId === "string" ? audio_base64.assetId : null;
  const coverFeatureId = typeof cover_feature_id === "string" ? cover_feature_id : null;
  const { data: analysis } = useQuery({
    ...coverQueries.latest({ coverFeatureId: coverFeatureId ?? "" }),
    enabled: named === null && coverFeatureId !== null,
  });
  const assetId = named ?? analysis?.assetId ?? null;
  const { data: report } = useQuery({
    ...soundQueries.report(assetId ?? ""),
    enabled: assetId !== null,
  });
  return useMemo(() => {
    if (!report || report.durationSeconds === null) return null;
    const { mimeType, durationSeconds } = report;
    return toAssetTrack({
      assetId: report.assetId,
      title: report.title ?? report.fileName ?? title,
      subtitle: title,
      mimeType,
      generator: "cover",
      counterpartName: name,
      durationSeconds,
    });
  }, [report, title, name]);
}
