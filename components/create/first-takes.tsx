"use client";

import { useTranslations } from "next-intl";
import { MediumIcon } from "@/components/shell/medium-icon";
import { EmptyState } from "@/components/ui/empty-state";
import { ExampleList, type ShownExample } from "@/components/home/example-list";
import type { Medium } from "@/lib/generations/ask/definition-port";

export interface FirstTakesProps {
  generator: { id: string; medium: Medium };
  examples: readonly ShownExample[];
  onChoose: (input: Record<string, unknown>) => void;
}

/** Nothing was made yet: three ways to begin, each fills the form. */
export function FirstTakes({ generator, examples, onChoose }: FirstTakesProps) {
  const t = useTranslations("create");
  return (
    <EmptyState
      icon={<MediumIcon medium={generator.medium} className="text-hue" />}
      title={t("empty.title")}
      className="max-w-xl lg:pt-[14dvh]"
    >
      <p>{t("empty.explanation")}</p>
      <ExampleList
        generator={generator.id}
        examples={examples}
        onChoose={({ input }) => onChoose(input)}
        className="mt-5"
      />
    </EmptyState>
  );
}
