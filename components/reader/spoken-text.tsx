"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useGenerator } from "@/components/generators";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { isTerminal } from "@/lib/generations/record/states";
import { parseSections } from "@/lib/lyrics/sections";
import { supportsToneTags } from "@/lib/service/contract/speech-marks";
import { SpokenWords, SentText, TextTools } from "./spoken-words";

/** The text that was sent, if no sentence of it is timed, and how to get timed sentences. */
export function SpokenText({ generation }: { generation: GenerationDto }) {
  const t = useTranslations("reader.spoken");
  const generator = useGenerator(generation.generator);
  const [asSent, setAsSent] = useState(false);
  const { input, model, state, outputs } = generation;
  const text = typeof input.text === "string" && input.text !== "" ? input.text : undefined;
  const ended = isTerminal(state);
  const withoutSentences = ended && outputs.length > 0;
  function explainMissingTimes(): string | null {
    if (!generator?.readsAloud) return null;
    if (generator.readsAloud.timing === "always") return t("notTimed");
    // The notes next to the sound say why requested subtitles are missing.
    if (input.subtitle_enable === true) return null;
    return generator.streamField && input[generator.streamField] === true ? t("streamed") : t("subtitlesOff");
  }
  const hint = explainMissingTimes();
  if (text === undefined) {
    return generator?.readsAloud && !ended ? <p className="text-sm text-text-3">{t("fromFile")}</p> : null;
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

/** The sent lyrics, section by section. */
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
