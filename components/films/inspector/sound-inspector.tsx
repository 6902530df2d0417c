"use client";

import { useQuery } from "@tanstack/react-query";
import { Replace, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { generationQueries } from "@/components/queries/generation-queries";
import { itemQueries } from "@/components/queries/item-queries";
import { subtitleQueries } from "@/components/reader/subtitles";
import { Button } from "@/components/ui/button";
import { FetchedPart } from "@/components/ui/fetched-part";
import { Notice } from "@/components/ui/notice";
import { SegmentedControl } from "@/components/ui/segmented-control";
import {
  captionVoice,
  movePlaced,
  removePlaced,
  replaceSound,
  setSound,
  trimPlaced,
  type SoundChanges,
} from "@/lib/films/edit-sounds";
import { soundTracks, type SoundPiece } from "@/lib/films/film-document";
import { toFilmItem } from "@/lib/films/from-item";
import { formatFineClock } from "@/lib/i18n/clocks";
import type { ItemDto } from "@/lib/items/item-dto";
import { useDesk, useFilmDesk } from "../desk/use-desk";
import { toSentences } from "../timeline/captions/caption-voices";
import { findSubtitles } from "../timeline/sounds/sound-moments";
import { DuckRow } from "./film-inspector";
import { InspectorRow } from "./inspector-row";
import { LevelSlider } from "./level-slider";
import { Fades } from "./own-sound";
import { SecondsInput } from "./seconds-input";

const loadPicker = () => import("../bin/pick-dialog");

/** A sound, with all that can be changed of it. */
export function SoundInspector({ piece }: { piece: SoundPiece }) {
  const t = useTranslations("desk.inspector");
  const desk = useFilmDesk();
  const item = useDesk(({ items }) => items.get(piece.itemId));
  const why = useDesk(({ missing }) => missing.get(piece.itemId));
  const disabled = !desk.canEdit;
  const [isReplacing, setIsReplacing] = useState(false);
  const close = () => setIsReplacing(false);
  const set = (changes: SoundChanges, gesture?: string) =>
    desk.edit((film) => setSound(film, piece.id, changes), gesture);
  return (
    <>
      <header className="flex items-baseline justify-between gap-2 pb-3">
        <h2 className="min-w-0 truncate text-sm font-semibold" dir="auto">
          {item?.name ?? t("sound")}
        </h2>
        <span className="shrink-0 text-xs text-text-3">
          {t("span", {
            from: formatFineClock(piece.atMs / 1_000),
            to: formatFineClock((piece.atMs + piece.lengthMs) / 1_000),
          })}
        </span>
      </header>
      {item ? null : (
        <div className="pb-3">
          <Notice tone="warning" title={why === "trash" ? t("missing.trash") : t("missing.gone")} />
        </div>
      )}
      {item && piece.track === "voice" ? <VoiceText piece={piece} /> : null}
      <InspectorRow label={t("track")}>
        <SegmentedControl
          size="small"
          label={t("track")}
          value={piece.track}
          disabled={disabled}
          className="[&_label]:min-w-0 [&_label]:px-2.25"
          onValueChange={(track) => set({ track })}
          options={soundTracks.map((value) => ({ value, label: t(`tracks.${value}`) }))}
        />
      </InspectorRow>
      <InspectorRow label={t("level")}>
        <LevelSlider
          label={t("level")}
          value={piece.level}
          disabled={disabled}
          onChange={(level) => set({ level }, `level ${piece.id}`)}
          onEnd={() => desk.endGesture()}
        />
      </InspectorRow>
      <Fades
        fadeInMs={piece.fadeInMs}
        fadeOutMs={piece.fadeOutMs}
        maxMs={piece.lengthMs}
        disabled={disabled}
        onChange={set}
      />
      <PlacedTimes id={piece.id} atMs={piece.atMs} lengthMs={piece.lengthMs} />
      {piece.points.length > 0 ? (
        <InspectorRow label={t("points", { count: piece.points.length })}>
          <Button size="small" variant="ghost" disabled={disabled} onClick={() => set({ points: [] })}>
            {t("clearPoints")}
          </Button>
        </InspectorRow>
      ) : null}
      {piece.track === "score" ? <DuckRow /> : null}
      <PlacedActions id={piece.id}>
        <Button size="small" variant="ghost" className="-ml-2" onClick={() => setIsReplacing(true)}>
          <Replace aria-hidden />
          {t("replace")}
        </Button>
      </PlacedActions>
      {isReplacing ? (
        <FetchedPart
          load={loadPicker}
          props={{
            title: t("replaceSoundTitle"),
            explanation: t("replaceSoundExplanation"),
            kinds: ["voice", "score"] as const,
            firstKind: piece.track === "voice" ? ("voice" as const) : ("score" as const),
            onPick: (picked: ItemDto) => {
              desk.addItems([toFilmItem(picked)]);
              desk.edit((film) => replaceSound(film, piece.id, { itemId: picked.id, lengths: desk.lengths }));
            },
            onClose: close,
          }}
          onFailed={close}
        />
      ) : null}
    </>
  );
}

/** What a voice of one's own says: what is heard of it, where the times of its sentences are known. */
function VoiceText({ piece }: { piece: SoundPiece }) {
  const t = useTranslations("desk.inspector");
  const { data: item } = useQuery({ ...itemQueries.one(piece.itemId), retry: false });
  const { data: generation } = useQuery({
    ...generationQueries.detail(item?.generationId ?? ""),
    enabled: item !== undefined,
  });
  const subtitles = item && generation ? findSubtitles(generation, item.assetId) : null;
  const { data: sentences } = useQuery({
    ...subtitleQueries.sentences(subtitles ?? { generationId: "", group: null }),
    enabled: subtitles !== null,
  });
  const known = subtitles ? sentences : generation && toSentences(generation);
  const text = captionVoice(piece, known ?? [], () => "")
    .map((each) => each.text)
    .join(" ");
  if (text === "") return null;
  return (
    <div
      // Focusable, so that a long text scrolls by keys.
      role="group"
      tabIndex={0}
      aria-label={t("spokenText")}
      dir="auto"
      className="mb-3 max-h-40 overflow-y-auto text-sm wrap-anywhere whitespace-pre-line text-text-2"
    >
      {text}
    </div>
  );
}

/** When a sound or caption begins, and how long it is. */
export function PlacedTimes({ id, atMs, lengthMs }: { id: string; atMs: number; lengthMs: number }) {
  const t = useTranslations("desk.inspector");
  const desk = useFilmDesk();
  return (
    <>
      <InspectorRow label={t("begins")}>
        <SecondsInput
          label={t("begins")}
          seconds={atMs / 1_000}
          step={0.1}
          disabled={!desk.canEdit}
          onChange={(seconds) => desk.edit((film) => movePlaced(film, id, seconds * 1_000))}
        />
      </InspectorRow>
      <InspectorRow label={t("lasts")}>
        <SecondsInput
          label={t("lasts")}
          seconds={lengthMs / 1_000}
          step={0.1}
          min={0.04}
          disabled={!desk.canEdit}
          onChange={(seconds) =>
            desk.edit((film) =>
              trimPlaced(film, id, { side: "end", ms: seconds * 1_000 - lengthMs, lengths: desk.lengths }),
            )
          }
        />
      </InspectorRow>
    </>
  );
}

/** What can be done with a sound or caption as a whole: to remove it, and whatever is given. */
export function PlacedActions({ id, children }: { id: string; children?: ReactNode }) {
  const t = useTranslations("desk.inspector");
  const desk = useFilmDesk();
  if (!desk.canEdit) return null;
  return (
    <div className="flex gap-3 border-t border-line pt-3">
      {children}
      <Button
        size="small"
        variant="ghost"
        className="-ml-2"
        onClick={() => desk.edit((film) => removePlaced(film, new Set([id])))}
      >
        <Trash2 aria-hidden />
        {t("remove")}
      </Button>
    </div>
  );
}
