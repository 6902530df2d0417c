"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { isTerminal, type GenerationState } from "@/lib/generations/record/states";
import { useGenerationWords } from "./use-generation-words";

/** Announces the end of a generation to screen readers, once. Renders nothing visible. */
export function EndAnnouncer({ generations }: { generations: readonly GenerationDto[] }) {
  const t = useTranslations("takes.announce");
  const words = useGenerationWords();
  const known = useRef(new Map<string, GenerationState>());
  const [sentence, setSentence] = useState("");

  useEffect(() => {
    const ended = generations.find(({ id, state }) => {
      const before = known.current.get(id);
      return before !== undefined && !isTerminal(before) && isTerminal(state);
    });
    known.current = new Map(generations.map(({ id, state }) => [id, state]));
    if (!ended || ended.state === "cancelled") return;
    const title = words.title(ended);
    if (ended.state === "succeeded") {
      setSentence(t("succeeded", { count: ended.counts.stored, title }));
    } else if (ended.state === "failed" || ended.state === "unknown") {
      setSentence(t(ended.state, { title }));
    }
  }, [generations, t, words]);

  return (
    <p role="status" className="sr-only">
      {sentence}
    </p>
  );
}
