"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { classNames } from "@/components/ui/class-names";
import { flattenPages, generationQueries } from "@/components/queries/generation-queries";

/** How many generations have not ended yet; nothing when there are none. */
export function ActivityCount({ place }: { place: "rail" | "tabs" }) {
  const t = useTranslations("shell.navigation");
  const format = useFormatter();
  const { data, hasNextPage } = useInfiniteQuery(generationQueries.active());
  const count = flattenPages(data).length;
  if (count === 0) return null;
  return (
    <span
      className={classNames(
        "text-2xs text-text-3",
        place === "rail" ? "ml-auto" : "absolute top-1.5 left-1/2 ml-2.5",
      )}
    >
      <span aria-hidden>
        {format.number(count)}
        {hasNextPage ? "+" : ""}
      </span>
      <span className="sr-only">{t("activeCount", { count })}</span>
    </span>
  );
}
