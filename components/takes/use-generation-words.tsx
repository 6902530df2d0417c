"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useGenerators } from "@/components/generators";
import { isSound } from "@/components/player/track";
import { usePartName } from "@/components/player/use-track-words";
import { describeGeneration } from "@/lib/generations/read/describe-generation";
import { ElapsedTime } from "@/components/queries/elapsed-time";
import type { StateTone } from "@/components/ui/state-dot";
import type { GenerationDto, OutputDto } from "@/lib/generations/read/generation-dto";
import { useUnits } from "@/lib/i18n/units";
import { madeInSeconds } from "./generation-facts";
import { QueuedWords, WaitingWords } from "./waiting-words";

/** Prefix of the codes of rejections by the service. */
const refusalPrefix = "service.";

/** More than the two or three lines that are shown, and the same from a shortened input as from the whole one. */
const longestTitle = 500;

/** The words for a generation: title, state and facts. */
export function useGenerationWords() {
  const t = useTranslations("takes");
  const units = useUnits();
  const partName = usePartName();
  const generators = useGenerators();
  const title = (generation: GenerationDto): string =>
    describeGeneration(generation).slice(0, longestTitle).toWellFormed() || t("untitled");
  const runningVerb = (generation: GenerationDto) =>
    generators.find(({ id }) => id === generation.generator)?.runningVerb ?? "running";
  const ownWords = (generation: GenerationDto): string => title({ ...generation, title: null });

  /**
   * The number of the take and the name of the sound; empty if there is only one. The first take has a number only among
   * others (`sharedIdeas`).
   */
  function distinction(
    generation: GenerationDto,
    output: OutputDto | null = null,
    sharedIdeas?: ReadonlySet<string>,
  ): string {
    const { take, outputs } = generation;
    const several = output !== null && isSound(output) && outputs.filter(isSound).length > 1;
    return [
      take && (take.number > 1 || sharedIdeas?.has(take.idea))
        ? t("stack.take", { number: take.number })
        : null,
      several ? partName({ name: output.group ?? null, number: output.index + 1 }) : null,
    ]
      .filter((fact) => fact !== null)
      .join(t("factSeparator"));
  }

  return {
    title,
    /** The title it has without a custom one. */
    ownWords,
    distinction,
    /** The title and its distinction from others with the same title. */
    name: (
      generation: GenerationDto,
      output: OutputDto | null = null,
      sharedIdeas?: ReadonlySet<string>,
    ): string =>
      [title(generation), distinction(generation, output, sharedIdeas)]
        .filter((words) => words !== "")
        .join(t("factSeparator")),

    /** The state as a dot and text; null for success. */
    state(generation: GenerationDto): { tone: StateTone; words: ReactNode } | null {
      const { state, startedAt, createdAt, error } = generation;
      const time = () => <ElapsedTime since={startedAt ?? createdAt} />;
      switch (state) {
        case "queued":
          return { tone: "waiting", words: <QueuedWords generation={generation} /> };
        case "starting":
          return { tone: "active", words: t("elapsed.starting") };
        case "running":
        case "storing":
          return {
            tone: "active",
            words: generation.waiting ? (
              <WaitingWords waiting={generation.waiting} />
            ) : (
              t.rich(`elapsed.${state === "running" ? runningVerb(generation) : state}`, { time })
            ),
          };
        case "failed":
          return {
            tone: "danger",
            words: error?.code.startsWith(refusalPrefix) ? t("refused") : t("failed"),
          };
        case "unknown":
          return { tone: "warning", words: t("unknownState") };
        case "cancelled":
          return { tone: "neutral", words: t("states.cancelled") };
        case "succeeded":
          return null;
      }
    },

    /** Model, aspect ratio, duration and number of results: `image-01, 3:2, made in 11 s, 3 of 4 made`. */
    facts(generation: GenerationDto): string {
      const { input, model, counts, state } = generation;
      const seconds = state === "succeeded" ? madeInSeconds(generation) : null;
      const facts = [
        model,
        typeof input.aspect_ratio === "string"
          ? input.aspect_ratio
          : typeof input.width === "number" && typeof input.height === "number"
            ? units.dimensions(input.width, input.height)
            : null,
        seconds === null ? null : t("madeInTime", { time: units.elapsed(seconds) }),
        state === "succeeded" && counts.stored < counts.expected
          ? t("madeOf", { made: counts.stored, expected: counts.expected })
          : null,
        // Only speech has a second address (service.md "Synchronous speech synthesis").
        generation.facts?.address === "backup" ? t("backupAddress") : null,
      ];
      return facts.filter((fact) => fact !== null).join(t("factSeparator"));
    },
  };
}
