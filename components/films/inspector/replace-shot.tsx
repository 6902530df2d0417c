"use client";

import { useTranslations } from "next-intl";
import { FetchedPart } from "@/components/ui/fetched-part";
import type { Shot } from "@/lib/films/film-document";
import { toFilmItem } from "@/lib/films/from-item";
import type { ItemDto } from "@/lib/items/item-dto";
import { useFilmDesk } from "../desk/use-desk";
import { replaceTake } from "./replace-take";

const loadPicker = () => import("../bin/pick-dialog");

/** Chooses what a shot shows instead; its cut stays. */
export function ReplaceShot({ shot, onClose }: { shot: Shot; onClose: () => void }) {
  const t = useTranslations("desk.inspector");
  const desk = useFilmDesk();
  return (
    <FetchedPart
      load={loadPicker}
      props={{
        title: t("replaceTitle"),
        explanation: t("replaceExplanation"),
        firstKind: shot.content.kind === "picture" ? ("image" as const) : ("video" as const),
        onPick: (item: ItemDto) => replaceTake(desk, shot, toFilmItem(item)),
        onClose,
      }}
      onFailed={onClose}
    />
  );
}
