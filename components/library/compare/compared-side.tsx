"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Star } from "lucide-react";
import { Link } from "@/components/ui/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { itemQueries } from "@/components/queries/item-queries";
import { changeItem, toOutputItem, type ItemChange } from "@/components/queries/output-items";
import { useItemChange } from "@/components/queries/use-item-change";
import { readItemKey } from "@/components/takes/item-keys";
import { ItemRating } from "@/components/takes/item-rating";
import { writeResultAddress } from "@/components/takes/result-list";
import { IconButton } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import type { ItemDto } from "@/lib/items/item-dto";

/** One side of a comparison; keys mark and rate it while it holds focus. */
export function ComparedSide({
  item,
  number,
  children,
}: {
  item: ItemDto;
  /** Its place in the comparison, from 1. */
  number: number;
  children?: ReactNode;
}) {
  const change = useChange(item);
  return (
    <li
      tabIndex={-1}
      className="grid min-w-0 content-start gap-2 rounded-md"
      onKeyDown={(event) => {
        if (event.target instanceof HTMLInputElement && event.target.type !== "range") return;
        const made = readItemKey(event, toOutputItem(item));
        // What is compared stays in sight: it is thrown away elsewhere.
        if (!made || made.trashed !== undefined) return;
        event.preventDefault();
        change(made);
      }}
    >
      {children}
      <Caption item={item} number={number} />
    </li>
  );
}

function useChange(item: ItemDto): (change: ItemChange) => void {
  const client = useQueryClient();
  const { mutate } = useItemChange();
  const { queryKey } = itemQueries.one(item.id);
  return (change) => {
    const before = toOutputItem(item);
    const { favourite = false, rating = 0 } = changeItem(before, change, new Date());
    client.setQueryData(queryKey, { ...item, favourite, rating });
    mutate(
      { generationId: item.generationId, item: before, change },
      { onError: () => void client.invalidateQueries({ queryKey }) },
    );
  };
}

function Caption({ item, number }: { item: ItemDto; number: number }) {
  const t = useTranslations("library.compare");
  const tItem = useTranslations("takes.item");
  const change = useChange(item);
  return (
    <div
      className="flex min-w-0 flex-wrap items-center gap-x-2"
      role="group"
      aria-label={t("side", { number })}
    >
      <IconButton
        label={item.favourite ? tItem("notFavourite", { number }) : tItem("favourite", { number })}
        onClick={() => change({ favourite: !item.favourite })}
      >
        <Star aria-hidden className={classNames(item.favourite && "fill-current text-hue")} />
      </IconButton>
      <Link
        href={writeResultAddress(item.generationId, { index: item.index })}
        dir="auto"
        className="min-w-24 flex-1 truncate rounded-xs text-sm font-medium hover:underline hover:underline-offset-3"
      >
        {item.name}
      </Link>
      <ItemRating rating={item.rating} onRate={(rating) => change({ rating })} />
    </div>
  );
}
