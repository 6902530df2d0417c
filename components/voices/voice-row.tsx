"use client";

import { Check, LoaderCircle, Play, Square, Star } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { countSampleCharacters } from "@/lib/voices/sample-sentences";
import type { VoiceDto } from "@/lib/voices/voice-dto";
import { writeVoiceTitle } from "@/lib/voices/voice-title";
import type { SampleState, VoiceSamples } from "./use-voice-sample";

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
export function VoiceRow(props: VoiceRowProps) {
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
