"use client";

import { Star, Trash } from "lucide-react";
import { useTranslations } from "next-intl";
import { useItemChange } from "@/components/queries/use-item-change";
import { IconButton } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import type { OutputItemDto } from "@/lib/generations/read/generation-dto";

interface ItemButtonsProps {
  generationId: string;
  item: OutputItemDto;
  /** The number of the result in its take, from 1. */
  number: number;
  /** Of each button. */
  className?: string;
}

/** Marks one result of several as a favourite, or moves it to the trash. */
export function ItemButtons({ generationId, item, number, className }: ItemButtonsProps) {
  const t = useTranslations("takes.item");
  const { mutate } = useItemChange();
  return (
    <>
      <IconButton
        label={item.favourite ? t("notFavourite", { number }) : t("favourite", { number })}
        onClick={() => mutate({ generationId, item, change: { favourite: !item.favourite } })}
        className={className}
      >
        <Star aria-hidden className={classNames(item.favourite && "fill-current text-hue")} />
      </IconButton>
      <IconButton
        label={t("trash", { number })}
        onClick={() => mutate({ generationId, item, change: { trashed: true } })}
        className={className}
      >
        <Trash aria-hidden />
      </IconButton>
    </>
  );
}
