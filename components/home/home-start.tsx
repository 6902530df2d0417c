"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import type { LibraryGenerator } from "@/components/library/library-tile";
import { MediumIcon } from "@/components/shell/medium-icon";

/** What can be made, each leading to its form. */
export function HomeStart({ generators }: { generators: readonly LibraryGenerator[] }) {
  const t = useTranslations("home");
  const tGenerators = useTranslations("generators");
  return (
    <section aria-label={t("start")} className="mt-6 grid grid-cols-2 gap-2 lg:grid-cols-3">
      {generators.map(({ id, medium, name }) => (
        <Link
          key={id}
          href={`/create/${id}`}
          data-medium={medium}
          className="flex min-w-0 items-center gap-3 rounded-md border bg-panel px-4 py-3.5 sm:items-start transition-colors hover:border-line-strong hover:bg-raised"
        >
          <MediumIcon medium={medium} className="size-5 shrink-0 text-hue sm:mt-0.5" />
          <span className="min-w-0">
            <h2 className="text-base font-medium">{name}</h2>
            <span className="block text-sm text-text-3 max-sm:hidden">
              {tGenerators(`${id}.lead` as Parameters<typeof tGenerators>[0])}
            </span>
          </span>
        </Link>
      ))}
    </section>
  );
}
