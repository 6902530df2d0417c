"use client";

import { useQueries } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { Link } from "@/components/ui/link";
import { useTranslations } from "next-intl";
import { itemQueries } from "@/components/queries/item-queries";
import { EmptyState } from "@/components/ui/empty-state";
import { Notice } from "@/components/ui/notice";
import { ComparedMedia } from "./compared-media";
import { ComparedPictures } from "./compared-pictures";

interface CompareItemsProps {
  ids: readonly string[];
  /** How many of the address are not there, or somebody else's. */
  missing: number;
}

/** Two to four items: pictures with one zoom, sounds and videos in step. */
export function CompareItems({ ids, missing }: CompareItemsProps) {
  const t = useTranslations("library.compare");
  const found = useQueries({ queries: ids.map((id) => itemQueries.one(id)) });
  const items = found.flatMap(({ data }) => data ?? []);
  const pictures = items.every(({ kind }) => kind === "image");
  return (
    <div className="flex-1">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b page-x py-3 md:py-4">
        <Link
          href="/library"
          className="-ml-1.5 flex h-7.5 items-center gap-1.5 rounded-sm px-1.5 text-sm text-text-2 hover:text-text"
        >
          <ArrowLeft aria-hidden className="size-4" />
          {t("back")}
        </Link>
        <h1 className="text-base font-medium">{t("title", { count: items.length })}</h1>
      </header>
      <div className="grid gap-4 page-x py-5">
        {missing > 0 ? <Notice tone="neutral" title={t("missing", { count: missing })} /> : null}
        {items.length < 2 ? (
          <EmptyState title={t("tooFew")}>{t("tooFewHint")}</EmptyState>
        ) : pictures ? (
          <ComparedPictures items={items} />
        ) : (
          <ComparedMedia items={items} />
        )}
      </div>
    </div>
  );
}
