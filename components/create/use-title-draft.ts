"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { countCodePoints } from "@/lib/service/contract/text";
import type { GenerationTitle } from "@/components/form/generation-title";
import type { DraftKey } from "./form-draft";
import { useFieldProblemText } from "@/components/form/use-schema-form";
import type { FieldProblem } from "@/lib/errors/studio-error";
import { titleMaxLength, toTitleLine } from "@/lib/items/title-line";
import { useDraft } from "./use-draft";

const noTitle = { title: "" };

/** The title of the next generation: stored like the draft of its form, cleared once it is sent. */
export function useTitleDraft({ userId, generator }: DraftKey) {
  const t = useTranslations("validation.field");
  const describeProblem = useFieldProblemText();
  const draft = useDraft({ userId, generator: `${generator}.title` }, false, noTitle);
  const [typed, setTyped] = useState<string | null>(null);
  const [refused, setRefused] = useState<{ title: string; problem: FieldProblem } | null>(null);
  const found = draft.initial?.title;
  const value = typed ?? (typeof found === "string" ? found : "");
  const line = toTitleLine(value);
  const isTooLong = countCodePoints(line) > titleMaxLength;

  function change(title: string): void {
    setTyped(title);
    draft.change({ title });
  }

  const title: GenerationTitle = {
    value,
    onValueChange: change,
    offer(offered) {
      if (line === "") change(toTitleLine(offered));
    },
    error: isTooLong
      ? t("too-long", { maximum: titleMaxLength })
      : refused?.title === line
        ? describeProblem(refused.problem)
        : undefined,
  };
  return {
    title,
    /** The title to send; undefined if there is none. */
    sent: line === "" ? undefined : line,
    isTooLong,
    clear: () => change(""),
    /** Shows the problem with the title, if any; returns the other problems. */
    takeProblems(fields: readonly FieldProblem[]): FieldProblem[] {
      const problem = fields.find(({ path }) => path === "title");
      if (problem) setRefused({ title: line, problem });
      return fields.filter((field) => field !== problem);
    },
  };
}
