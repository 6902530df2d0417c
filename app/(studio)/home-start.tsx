"use client";

import { ArrowRight } from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { LibraryGenerator } from "@/components/media/library-tile";
import { MediumIcon } from "@/components/shell/medium-icon";
import { classNames } from "@/components/ui/class-names";
import type { GeneratorExample } from "@/lib/generations/definition-port";
import { ExampleList } from "./example-list";

export interface HomeStartProps {
  generators: readonly LibraryGenerator[];
  examples: Record<string, readonly GeneratorExample<Record<string, unknown>>[]>;
}

/** Each generator, what it makes, and filled forms to start from. */
export function HomeStart({ generators, examples }: HomeStartProps) {
  const t = useTranslations("home");
  const tGenerators = useTranslations("generators");
  return (
    <section aria-label={t("start")} className="mt-6 grid gap-x-10 gap-y-7 md:grid-cols-2">
      {generators.map(({ id, medium, name }) => (
        <div
          key={id}
          data-medium={medium}
          className={classNames("min-w-0", generators.length === 1 && "md:col-span-2")}
        >
          <Link href={`/create/${id}`} className="group flex items-center gap-3 border-b pb-3">
            <MediumIcon medium={medium} className="size-5 text-hue" />
            <span className="min-w-0 flex-1">
              <h2 className="text-base font-medium">{name}</h2>
              <span className="block text-sm text-text-3">
                {tGenerators(`${id}.lead` as Parameters<typeof tGenerators>[0])}
              </span>
            </span>
            <ArrowRight
              aria-hidden
              className="size-4 text-text-3 transition-transform group-hover:translate-x-0.5 group-hover:text-text"
            />
          </Link>
          <ExampleList
            generator={id}
            examples={examples[id] ?? []}
            className={generators.length === 1 ? "md:grid-cols-3" : ""}
          />
        </div>
      ))}
    </section>
  );
}
