"use client";

import { useTranslations } from "next-intl";
import { useGenerators } from "@/components/generators";
import { GeneratorIcon } from "@/components/shell/generator-icon";
import { ExampleList, type ShownExample } from "@/components/create/example-list";

interface HomeExamplesProps {
  examples: Record<string, readonly ShownExample[]>;
}

/** Filled forms to start from, by generator. */
export function HomeExamples({ examples }: HomeExamplesProps) {
  const generators = useGenerators();
  const t = useTranslations("home");
  return (
    <section aria-labelledby="home-examples" className="mt-10">
      <h2 id="home-examples" className="text-base font-medium">
        {t("examples")}
      </h2>
      <div className="mt-4 grid gap-x-10 gap-y-7 md:grid-cols-2 lg:grid-cols-3">
        {generators.map((generator) => (
          <div key={generator.id} data-generator={generator.id} className="min-w-0">
            <h3 className="mb-1.5 flex items-center gap-2 border-b pb-2 text-sm text-text-2">
              <GeneratorIcon generator={generator} className="size-4 text-hue" />
              {generator.name}
            </h3>
            <ExampleList generator={generator.id} examples={examples[generator.id] ?? []} />
          </div>
        ))}
      </div>
    </section>
  );
}
