"use client";

import { ArrowLeftRight, ListEnd, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { PlayButton } from "@/components/player/play-button";
import { studioPlayer } from "@/components/player/studio-player";
import type { Track } from "@/components/player/track";
import { usePeaksAndStream } from "@/components/player/use-peaks";
import { usePlayerValue } from "@/components/player/use-player";
import { usePartName } from "@/components/player/use-track-words";
import { dotsClass, Waveform } from "@/components/player/waveform";
import { IconButton } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { ProgressLine } from "@/components/ui/progress";
import { StateDot } from "@/components/ui/state-dot";
import type { GenerationDto, OutputDto } from "@/lib/generations/read/generation-dto";
import { useUnits } from "@/lib/i18n/units";
import { formatClock, formatLength } from "@/lib/i18n/clocks";
import { DownloadControl } from "./download-control";
import type { ResultSlot } from "./generation-facts";
import { ItemButtons } from "./item-buttons";
import { useListedTracks } from "./listed-tracks";
import { useInSight } from "./use-in-sight";
import { useItemDrag } from "./use-item-drag";
import { useItemKeys } from "./use-item-keys";

const rowClass =
  "grid min-h-10 grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3.5 gap-y-1 md:grid-cols-[auto_minmax(0,1fr)_13.5rem]";

interface TakeSoundRowProps {
  generation: GenerationDto;
  track: Track;
  /** The stored output; null while it streams. */
  output: OutputDto | null;
  /** The take has several sounds: each shows its name and a download. */
  several: boolean;
  newest: boolean;
}

/** A playable sound, also while it streams: play button, waveform, facts and actions. */
export function TakeSoundRow({ generation, track, output, several, newest }: TakeSoundRowProps) {
  const rowRef = useRef<HTMLDivElement>(null);
  const factsRef = useRef<HTMLDivElement>(null);
  // Not the whole row: a press on the wave seeks.
  useItemDrag({
    id: output?.item?.id,
    kind: "audio",
    generator: generation.generator,
    findTarget: () => factsRef.current,
  });
  const { peaks, stream } = usePeaksAndStream(track, useInSight(rowRef));
  const listTracks = useListedTracks();
  useItemKeys({
    generationId: generation.id,
    item: output?.item,
    findTarget: () => rowRef.current,
  });
  return (
    <div ref={rowRef} className={rowClass}>
      <PlayButton track={track} listQueue={listTracks} />
      <Waveform track={track} peaks={peaks} interactive />
      <div className="relative flex min-h-9 min-w-0 items-center gap-2 max-md:col-start-2 max-md:min-h-7.5">
        <div ref={factsRef} className={classNames("min-w-0 flex-1", output?.item && "cursor-grab")}>
          {output ? (
            <StoredFacts generation={generation} output={output} track={track} />
          ) : (
            <LiveFacts seconds={stream?.seconds ?? null} />
          )}
        </div>
        <RowActions
          generationId={generation.id}
          track={track}
          output={several ? output : null}
          newest={newest}
        />
      </div>
    </div>
  );
}

function StoredFacts({
  generation,
  output,
  track: { id: trackId, part },
}: {
  generation: GenerationDto;
  output: OutputDto;
  track: Track;
}) {
  const t = useTranslations("player.take");
  const partName = usePartName();
  const units = useUnits();
  const rateHz = sampleRateHz(generation, output);
  const length = output.durationSeconds === undefined ? null : formatLength(output.durationSeconds);
  const facts = [rateHz === null ? null : units.sampleRate(rateHz), units.bytes(output.bytes)].filter(
    (fact) => fact !== null,
  );
  return (
    <div className="max-md:flex max-md:flex-wrap max-md:items-baseline max-md:gap-x-2">
      <p className="flex items-center gap-2 text-sm font-medium tabular-nums">
        {part ? <span className="truncate">{partName(part)}</span> : null}
        {length}
        <HeardBadge trackId={trackId} />
      </p>
      {output.partial ? (
        <StateDot tone="warning">{t("endedEarly", { time: length ?? formatLength(0) })}</StateDot>
      ) : (
        <p className="truncate text-xs text-text-3">{facts.join(t("factSeparator"))}</p>
      )}
    </div>
  );
}

function LiveFacts({ seconds }: { seconds: number | null }) {
  const t = useTranslations("player.take");
  if (seconds === null) return null;
  return (
    <StateDot tone="active">
      <span className="tabular-nums">{t("here", { time: formatClock(seconds) })}</span>
    </StateDot>
  );
}

function RowActions({
  generationId,
  track,
  output,
  newest,
}: {
  generationId: string;
  track: Track;
  /** Offers its file, and what a person keeps of it. */
  output: OutputDto | null;
  newest: boolean;
}) {
  const t = useTranslations("player.take");
  const comparable = usePlayerValue(({ current }) => current !== null && current.id !== track.id);
  return (
    <div
      className={classNames(
        "flex shrink-0 text-text-2",
        // Covers the end of the facts on hover, so that they otherwise have the full width.
        !newest &&
          "row-action focus-within:opacity-100 max-md:opacity-100! md:[@media(hover:hover)]:absolute md:[@media(hover:hover)]:right-0 md:[@media(hover:hover)]:bg-ground md:[@media(hover:hover)]:pl-2",
      )}
    >
      {comparable ? (
        <>
          <IconButton label={t("compare")} onClick={() => studioPlayer.compareWith(track)}>
            <ArrowLeftRight aria-hidden />
          </IconButton>
          <IconButton label={t("queueLast")} onClick={() => studioPlayer.addToQueue(track)}>
            <ListEnd aria-hidden />
          </IconButton>
        </>
      ) : null}
      {output?.item ? (
        <ItemButtons generationId={generationId} item={output.item} number={output.index + 1} />
      ) : null}
      {output ? <DownloadControl output={output} label={t("download", { name: output.fileName })} /> : null}
    </div>
  );
}

/** The slot of a missing sound: its progress, or why there is none. */
export function PendingSoundRow({ reason }: { reason: Extract<ResultSlot, { kind: "empty" }>["reason"] }) {
  const t = useTranslations("takes.slots");
  const coming = reason === "making" || reason === "storing";
  return (
    <div className={rowClass}>
      <span aria-hidden className="grid size-10 place-items-center rounded-full border text-text-3">
        <Play className="size-4.5 translate-x-px opacity-60" />
      </span>
      <div aria-hidden className="grid h-9 items-center">
        {coming ? <ProgressLine label="" /> : <span className={dotsClass} />}
      </div>
      <p className="text-xs text-text-3 max-md:col-start-2">{t(reason)}</p>
    </div>
  );
}

/** Samples per second of a sound, if the file, the service or the input says so. */
function sampleRateHz(
  { facts, input }: Pick<GenerationDto, "facts" | "input">,
  output: Pick<OutputDto, "facts">,
): number | null {
  const raw = readRecord(output.facts?.rawAudio);
  const reported = readRecord(facts?.extra_info);
  const requested = readRecord(input.audio_setting);
  const rates = [
    raw.sampleRateHz,
    reported.audio_sample_rate,
    reported.music_sample_rate,
    requested.sample_rate,
    requested.audio_sample_rate,
  ];
  return rates.find((rate): rate is number => typeof rate === "number" && rate > 0) ?? null;
}

function readRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** During a comparison, marks a track as A or B. */
function HeardBadge({ trackId }: { trackId: string }) {
  const t = useTranslations("player.take");
  const side = usePlayerValue(({ comparison }) =>
    comparison?.a.id === trackId ? "A" : comparison?.b.id === trackId ? "B" : null,
  );
  if (!side) return null;
  return (
    <span
      title={t("heardAs", { side })}
      className="grid size-4.5 place-items-center rounded-xs bg-hover text-2xs font-semibold text-text-2"
    >
      {side}
    </span>
  );
}
