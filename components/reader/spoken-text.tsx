"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { Medium } from "@/lib/generations/ask/definition-port";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { isTerminal } from "@/lib/generations/record/states";
import { parseSections } from "@/lib/lyrics/sections";
import { supportsToneTags } from "@/lib/service/contract/speech-marks";
import { SpokenWords, SentText, TextTools } from "./spoken-words";

interface SpokenTextProps {
  generation: GenerationDto;
  /** None of a generator that is no medium of the design. */
  medium: Medium | undefined;
}

/** The text that was sent, where no sentence of it is timed, and how its sentences would come to be. */
export function SpokenText({ generation, medium }: SpokenTextProps) {
  const t = useTranslations("reader.spoken");
  const [asSent, setAsSent] = useState(false);
  const { input, model, state, outputs } = generation;
  const text = typeof input.text === "string" && input.text !== "" ? input.text : undefined;
  const ended = isTerminal(state);
  const withoutSentences = ended && outputs.length > 0;
  function explainMissingTimes(): string | null {
    if (medium === "narration") return t("notTimed");
    // Why subtitles that were asked for are not there is said beside the sound.
    if (medium !== "speech" || input.subtitle_enable === true) return null;
    return input.stream === true ? t("streamed") : t("subtitlesOff");
  }
  const hint = explainMissingTimes();
  if (text === undefined) {
    return medium === "narration" && !ended ? <p className="text-sm text-text-3">{t("fromFile")}</p> : null;
  }
  const withToneTags = supportsToneTags(model);
  return (
    <section aria-label={t("label")} className="grid max-w-[46rem] gap-3">
      <div className="flex items-start justify-between gap-3 border-b pb-2">
        <p className="min-w-0 py-1 text-sm text-text-3">{(withoutSentences && hint) || t("label")}</p>
        <TextTools text={text} asSent={asSent} onAsSentChange={setAsSent} />
      </div>
      {asSent ? (
        <SentText text={text} />
      ) : (
        <div dir="auto" className="grid gap-2.5 text-[1.0625rem] leading-[1.9rem] text-text-2">
          {text
            .split(/\n+/)
            .filter((paragraph) => paragraph.trim() !== "")
            .map((paragraph, index) => (
              <p key={index} className="[contain-intrinsic-block-size:auto_4rem] [content-visibility:auto]">
                <SpokenWords text={paragraph} withToneTags={withToneTags} />
              </p>
            ))}
        </div>
      )}
    </section>
  );
}

/** The lyrics that were sent, part by part. */
export function SungText({ lyrics }: { lyrics: string }) {
  const t = useTranslations("reader.spoken");
  return (
    <section aria-label={t("label")} dir="auto" className="grid max-w-[46rem] gap-6">
      {parseSections(lyrics).map(({ label, lines, start }) => (
        <div key={start}>
          {label ? <h2 className="mb-1 text-xs font-medium text-text-3">{label}</h2> : null}
          {lines.some((line) => line.trim() !== "") ? (
            <p className="text-[1.0625rem] leading-[1.9rem] whitespace-pre-line text-text-2">
              {lines.join("\n").trim()}
            </p>
          ) : null}
        </div>
      ))}
    </section>
  );
}
