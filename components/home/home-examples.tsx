"use client";

import { useTranslations } from "next-intl";
import type { LibraryGenerator } from "@/components/library/library-tile";
import { MediumIcon } from "@/components/shell/medium-icon";
import { ExampleList, type ShownExample } from "./example-list";

export interface HomeExamplesProps {
  generators: readonly LibraryGenerator[];
  examples: Record<string, readonly ShownExample[]>;
}

/** Filled forms to start from, by what they make. */
export function HomeExamples({ generators, examples }: HomeExamplesProps) {
  const t = useTranslations("home");
  return (
    <section aria-labelledby="home-examples" className="mt-10">
      <h2 id="home-examples" className="text-base font-medium">
        {t("examples")}
      </h2>
      <div className="mt-4 grid gap-x-10 gap-y-7 md:grid-cols-2 lg:grid-cols-3">
        {generators.map(({ id, medium, name }) => (
          <div key={id} data-medium={medium} className="min-w-0">
            <h3 className="mb-1.5 flex items-center gap-2 border-b pb-2 text-sm text-text-2">
              <MediumIcon medium={medium} className="size-4 text-hue" />
              {name}
            </h3>
            <ExampleList generator={id} examples={examples[id] ?? []} />
          </div>
        ))}
      </div>
    </section>
  );
}
