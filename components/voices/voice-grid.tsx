"use client";

import { useTranslations } from "next-intl";
import { useId, useState, type KeyboardEvent, type Ref } from "react";
import type { VoiceListDto, VoiceDto } from "@/lib/voices/voice-dto";
import type { VoiceGroup } from "./group-voices";
import type { VoiceSamples, SampleState } from "./use-voice-sample";
import { Check, LoaderCircle, Play, Square, Star } from "lucide-react";
import { IconButton } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { countSampleCharacters } from "@/lib/voices/sample-sentences";
import { writeVoiceTitle } from "@/lib/voices/voice-title";

interface VoiceGridProps {
  id: string;
  ref: Ref<HTMLDivElement>;
  groups: readonly VoiceGroup[];
  /** A typed id that the list does not contain; it can be chosen as it is. */
  customId: string | null;
  chosen: string | undefined;
  favourites: readonly string[];
  readySamples: VoiceListDto["samples"];
  samples: VoiceSamples;
  onChoose: (voiceId: string) => void;
  onMark: (voiceId: string, marked: boolean) => void;
}

/**
 * Voices by group; each row chooses, plays and marks a voice. One tab stop; arrows move through rows and columns, Home
 * and End to the first and last row.
 */
export function VoiceGrid({
  id,
  ref,
  groups,
  customId,
  chosen,
  favourites,
  readySamples,
  samples,
  onChoose,
  onMark,
}: VoiceGridProps) {
  const t = useTranslations("voices");
  const headingId = useId();
  const [active, setActive] = useState<string | null>(null);
  const rows = groups.flatMap(({ key, voices }) => voices.map(({ voiceId }) => `${key} ${voiceId}`));
  const isThere = active !== null && (rows.includes(active) || active === customRow);
  const first = chosen === undefined ? undefined : rows.find((row) => row.endsWith(` ${chosen}`));
  const tabRow = isThere ? active : (first ?? rows[0] ?? customRow);
  const marked = new Set(favourites);
  const ready = new Set(readySamples.map(({ voiceId }) => voiceId));

  const describeGroup = (key: VoiceGroup["key"]) =>
    key === "recent" || key === "favourites" || key === "other"
      ? t(`voice.groups.${key}`)
      : t(`languages.${key}`);

  return (
    <div id={id} ref={ref} role="grid" aria-label={t("voice.list")} onKeyDown={moveFocus}>
      {groups.map(({ key, voices }) => (
        <div key={key} role="rowgroup" aria-labelledby={`${headingId}-${key}`} className="mb-4">
          <div role="row" className="flex items-baseline gap-2 border-b pb-1.5">
            <div role="columnheader" id={`${headingId}-${key}`} className="text-2xs font-medium text-text-2">
              {describeGroup(key)}
            </div>
            <span aria-hidden className="text-2xs text-text-3">
              {voices.length}
            </span>
          </div>
          {voices.map((voice) => (
            <VoiceRow
              key={voice.voiceId}
              voice={voice}
              isChosen={voice.voiceId === chosen}
              isMarked={marked.has(voice.voiceId)}
              isReady={ready.has(voice.voiceId)}
              isTabStop={`${key} ${voice.voiceId}` === tabRow}
              samples={samples}
              onFocus={() => setActive(`${key} ${voice.voiceId}`)}
              onChoose={onChoose}
              onMark={onMark}
            />
          ))}
        </div>
      ))}
      {rows.length === 0 ? <p className="py-3 text-sm text-text-2">{t("voice.empty")}</p> : null}
      {customId ? (
        <div role="rowgroup">
          <div role="row" data-row className="rounded-md hover:bg-hover">
            <div role="gridcell">
              <button
                type="button"
                data-cell="choose"
                tabIndex={tabRow === customRow ? 0 : -1}
                onFocus={() => setActive(customRow)}
                onClick={() => onChoose(customId)}
                className="grid w-full gap-0.5 rounded-md px-2 py-2 text-left"
              >
                <span className="truncate text-sm text-text">{t("voice.use", { voiceId: customId })}</span>
                <span className="text-2xs text-text-3">{t("voice.useHint")}</span>
              </button>
            </div>
          </div>
        </div>
      ) : null}
    </div>
  );
}

/** The row of the typed id. */
const customRow = "own";

function moveFocus(event: KeyboardEvent<HTMLDivElement>) {
  const cell = (event.target as Element).closest<HTMLElement>("[data-cell]");
  const row = cell?.closest("[data-row]");
  if (!cell || !row) return;
  const rows = [...event.currentTarget.querySelectorAll("[data-row]")];
  const at = rows.indexOf(row);
  const cellsOf = (each: Element | undefined) => [
    ...(each?.querySelectorAll<HTMLElement>("[data-cell]") ?? []),
  ];
  const cells = cellsOf(row);
  const column = cells.indexOf(cell);
  const inRow = (index: number) => {
    const others = cellsOf(rows[index]);
    return others[Math.min(column, others.length - 1)];
  };
  const targets: Partial<Record<string, () => HTMLElement | undefined>> = {
    ArrowDown: () => inRow(at + 1),
    ArrowUp: () => inRow(at - 1),
    ArrowRight: () => cells[column + 1],
    ArrowLeft: () => cells[column - 1],
    Home: () => inRow(0),
    End: () => inRow(rows.length - 1),
  };
  const find = targets[event.key];
  if (!find) return;
  event.preventDefault();
  const target = find();
  target?.focus();
  target?.closest("[data-row]")?.scrollIntoView({ block: "nearest" });
}

interface VoiceRowProps {
  voice: VoiceDto;
  isChosen: boolean;
  isMarked: boolean;
  /** A sample is ready to play. */
  isReady: boolean;
  /** Tab stops here. */
  isTabStop: boolean;
  samples: VoiceSamples;
  onFocus: () => void;
  onChoose: (voiceId: string) => void;
  onMark: (voiceId: string, marked: boolean) => void;
}

/** A voice with buttons to choose, play and mark it. */
function VoiceRow(props: VoiceRowProps) {
  const { voice, isChosen, isMarked, isReady, isTabStop, samples, onFocus, onChoose, onMark } = props;
  const t = useTranslations("voices.voice");
  const { voiceId } = voice;
  const title = writeVoiceTitle(voice);
  const about = voice.description[0]?.trim() || (title === voiceId ? "" : voiceId);
  const tabIndex = isTabStop ? 0 : -1;
  const phase = phaseOf(samples.state, voiceId);
  const sampleLabel = {
    silent: isReady
      ? t("hear", { voice: title })
      : t("hearPriced", { voice: title, count: countSampleCharacters(voice.language) }),
    making: t("making", { voice: title }),
    playing: t("stop", { voice: title }),
  }[phase];

  return (
    <div
      role="row"
      data-row
      aria-selected={isChosen}
      onFocus={onFocus}
      className="flex items-center rounded-md [contain-intrinsic-size:auto_2.875rem] [content-visibility:auto] focus-within:bg-hover hover:bg-hover [&_button]:-outline-offset-2"
    >
      <div role="gridcell" className="min-w-0 flex-1">
        <button
          type="button"
          data-cell="choose"
          tabIndex={tabIndex}
          onClick={() => onChoose(voiceId)}
          className="grid w-full rounded-md px-2 py-1.5 text-left"
        >
          <span className="flex items-center gap-1.5 text-sm text-text">
            <span className={classNames("truncate", isChosen && "font-medium text-hue")}>{title}</span>
            {isChosen ? <Check aria-hidden className="size-3.5 shrink-0 text-hue" /> : null}
          </span>
          {about ? <span className="truncate text-2xs text-text-3">{about}</span> : null}
        </button>
      </div>
      <div role="gridcell">
        <IconButton
          label={sampleLabel}
          data-cell="hear"
          tabIndex={tabIndex}
          onClick={() => (phase === "silent" ? samples.playSample(voiceId) : samples.stop())}
          className={phase !== "silent" || isReady ? "text-hue!" : undefined}
        >
          {phase === "making" ? (
            <LoaderCircle aria-hidden className="animate-spin motion-reduce:animate-none" />
          ) : phase === "playing" ? (
            <Square aria-hidden className="fill-current" />
          ) : (
            <Play aria-hidden className={isReady ? "fill-current" : undefined} />
          )}
        </IconButton>
      </div>
      <div role="gridcell" className="pr-1">
        <IconButton
          label={isMarked ? t("unmark", { voice: title }) : t("mark", { voice: title })}
          data-cell="mark"
          tabIndex={tabIndex}
          onClick={() => onMark(voiceId, !isMarked)}
          className={isMarked ? "text-warning!" : undefined}
        >
          <Star aria-hidden className={isMarked ? "fill-current" : undefined} />
        </IconButton>
      </div>
    </div>
  );
}

function phaseOf(state: SampleState, voiceId: string): "silent" | "making" | "playing" {
  const isThisVoice = (state.phase === "making" || state.phase === "playing") && state.voiceId === voiceId;
  return isThisVoice ? state.phase : "silent";
}
