"use client";

import { useTranslations } from "next-intl";
import { GeneratorIcon } from "@/components/shell/generator-icon";
import { EmptyState } from "@/components/ui/empty-state";
import type { GeneratorFacts } from "@/lib/generations/record/definition-port";
import { ExampleList, type ShownExample } from "./example-list";

interface FirstTakesProps {
  generator: GeneratorFacts;
  examples: readonly ShownExample[];
  onChoose: (input: Record<string, unknown>) => void;
}

/** Shown before the first take: three examples, each fills the form. */
export function FirstTakes({ generator, examples, onChoose }: FirstTakesProps) {
  const t = useTranslations("create");
  return (
    <EmptyState
      icon={<GeneratorIcon generator={generator} className="text-hue" />}
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
