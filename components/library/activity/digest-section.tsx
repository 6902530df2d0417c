"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { useId } from "react";
import { useGenerators } from "@/components/generators";
import { apiFetch } from "@/components/queries/api-fetch";
import { digestAddress, digestQueries } from "@/components/queries/digest-queries";
import { useErrorToast } from "@/components/queries/use-error-toast";
import { GeneratorIcon } from "@/components/shell/generator-icon";
import { useGenerationWords } from "@/components/takes/use-generation-words";
import { Button } from "@/components/ui/button";

/** What ended while the person was away; nothing if that is nothing. */
export function DigestSection({
  troubledId,
}: {
  /** Of the section that says of failed ones what to do. */
  troubledId: string;
}) {
  const words = useGenerationWords();
  const t = useTranslations("activity.digest");
  const format = useFormatter();
  const generators = useGenerators();
  const headingId = useId();
  const client = useQueryClient();
  const onError = useErrorToast();
  const { data: digest } = useQuery(digestQueries.shown());
  const dismiss = useMutation({
    mutationFn: () => apiFetch(digestAddress, { method: "DELETE" }),
    onSuccess: () => client.invalidateQueries(digestQueries.shown()),
    onError,
  });
  if (!digest || digest.since === null) return null;
  const done = digest.generations.filter(({ state }) => state === "succeeded");
  const count = (isDone: boolean) =>
    digest.counts
      .filter(({ state }) => (state === "succeeded") === isDone)
      .reduce((total, entry) => total + entry.count, 0);
  const more = count(true) - done.length;
  const troubled = count(false);
  return (
    <section aria-labelledby={headingId} className="mt-7" data-digest="">
      <div className="flex min-h-10.5 flex-wrap items-center gap-x-2.5 border-b pb-2">
        <h2 id={headingId} className="text-base font-medium">
          {t("title")}
        </h2>
        <span className="text-xs text-text-3">
          {t("since", { when: format.dateTime(new Date(digest.since), "dateTime") })}
        </span>
        <Button
          variant="ghost"
          size="small"
          className="ml-auto"
          pending={dismiss.isPending}
          onClick={() => dismiss.mutate()}
        >
          {t("clear")}
        </Button>
      </div>
      <ul className="flex flex-wrap gap-x-5 gap-y-1.5 py-3 text-sm" aria-label={t("counts")}>
        {generators.map((generator) => {
          const counts = digest.counts.filter((entry) => entry.generator === generator.id);
          return counts.length === 0 ? null : (
            <li key={generator.id} data-generator={generator.id} className="flex items-center gap-2">
              <GeneratorIcon generator={generator} className="size-4 shrink-0 text-hue" />
              <span>{generator.name}</span>
              <span className="text-text-3">
                {counts.map(({ state, count }) => t(`ended.${state}`, { count })).join(t("separator"))}
              </span>
            </li>
          );
        })}
      </ul>
      <ul className="grid gap-1.5 pb-1 text-sm">
        {done.map((generation) => (
          <li key={generation.id} className="flex">
            <Link
              href={`/library/${generation.id}`}
              dir="auto"
              className="truncate rounded-xs hover:underline hover:underline-offset-3"
            >
              {words.title(generation)}
            </Link>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="pt-1 text-xs text-text-3">{t("more", { count: more })}</p> : null}
      {troubled > 0 ? (
        <p className="pt-2 text-sm">
          <a href={`#${troubledId}`} className="underline underline-offset-3">
            {t("troubled", { count: troubled })}
          </a>
        </p>
      ) : null}
    </section>
  );
}
