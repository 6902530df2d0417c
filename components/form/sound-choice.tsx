"use client";

import { useFormatter, useTranslations } from "next-intl";
import { FavouriteMark } from "@/components/ui/favourite-mark";
import { PlayButton } from "@/components/player/play-button";
import { toTrack } from "@/components/player/track";
import { useTrackWords } from "@/components/player/use-track-words";
import { formatLength } from "@/lib/i18n/units";
import type { LibraryChoice } from "./library-choices";

/** One sound of the library, to be heard and to be chosen. */
export function SoundChoice({ generation, output, take, onPick }: LibraryChoice & { onPick: () => void }) {
  const t = useTranslations("form.picker");
  const tTakes = useTranslations("takes");
  const format = useFormatter();
  const words = useTrackWords();
  const track = toTrack(generation, output);
  const { medium } = track;
  const facts = [
    medium === "music" && generation.input.is_instrumental === true
      ? t("media.instrumental")
      : medium
        ? t(`media.${medium}`)
        : generation.generator,
    output.durationSeconds === undefined ? null : formatLength(output.durationSeconds),
    generation.model,
    format.dateTime(new Date(generation.createdAt), "dateTime"),
  ].filter((fact) => fact !== null);
  return (
    <li className="flex items-center gap-3 py-1.5">
      <PlayButton track={track} className="size-9!" />
      <button
        type="button"
        data-choice=""
        onClick={onPick}
        className="min-w-0 flex-1 rounded-sm px-2 py-1.5 text-left transition-colors hover:bg-hover"
      >
        <span className="line-clamp-2 text-sm font-medium" dir="auto">
          {generation.favourite ? (
            <FavouriteMark label={tTakes("favourite")} className="mr-1.5 align-[-0.15em] text-hue" />
          ) : null}
          {words.name(track, { numberFirst: take !== null })}
        </span>
        <span className="mt-0.5 block text-2xs text-text-3 tabular-nums">{facts.join(t("separator"))}</span>
      </button>
    </li>
  );
}
