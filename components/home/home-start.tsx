"use client";

import { Film } from "lucide-react";
import { Link } from "@/components/ui/link";
import { useTranslations } from "next-intl";
import { useGenerators } from "@/components/generators";
import { GeneratorIcon } from "@/components/shell/generator-icon";

/** Links to the form of each generator, and to the films that are made of what they give. */
export function HomeStart() {
  const generators = useGenerators();
  const t = useTranslations("home");
  const tGenerators = useTranslations("generators");
  return (
    <section aria-label={t("start")} className="mt-6 grid grid-cols-2 gap-2 lg:grid-cols-3">
      {generators.map((generator) => (
        <Link
          key={generator.id}
          href={`/create/${generator.id}`}
          data-generator={generator.id}
          className="flex min-w-0 items-center gap-3 rounded-md border bg-panel px-4 py-3.5 sm:items-start transition-colors hover:border-line-strong hover:bg-raised"
        >
          <GeneratorIcon generator={generator} className="size-5 shrink-0 text-hue sm:mt-0.5" />
          <span className="min-w-0">
            <h2 className="text-base font-medium">{generator.name}</h2>
            <span className="block text-sm text-text-3 max-sm:hidden">
              {tGenerators(`${generator.id}.lead` as Parameters<typeof tGenerators>[0])}
            </span>
          </span>
        </Link>
      ))}
      <Link
        href="/films"
        data-film
        className="col-span-full flex min-w-0 items-center gap-3 rounded-md border bg-panel px-4 py-3.5 transition-colors hover:border-line-strong hover:bg-raised sm:items-start"
      >
        <Film aria-hidden className="size-5 shrink-0 text-hue sm:mt-0.5" />
        <span className="min-w-0">
          <h2 className="text-base font-medium">{t("films")}</h2>
          <span className="block text-sm text-text-3">{t("filmsLead")}</span>
        </span>
      </Link>
    </section>
  );
}
