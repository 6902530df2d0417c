"use client";

import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { FetchedPart } from "@/components/ui/fetched-part";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import type { Place } from "@/lib/films/film-document";
import { toFilmItem } from "@/lib/films/from-item";
import type { ItemDto } from "@/lib/items/item-dto";
import { useDesk, useFilmDesk } from "../desk/use-desk";
import { useFrameThumbnail } from "./place-words";

const loadPicker = () => import("../bin/pick-dialog");
const pickedKinds = ["image"] as const;

interface FirstFrameFieldProps {
  place: Place;
  /** The number of the shot before; 0 for none. */
  numberBefore: number;
  disabled: boolean;
  onChange: (firstFrame: Place["firstFrame"]) => void;
}

/** Where the first frame comes from: the shot before, one of the film's images, or another one of the project or library. */
export function FirstFrameField({ place, numberBefore, disabled, onChange }: FirstFrameFieldProps) {
  const t = useTranslations("places.editor");
  const desk = useFilmDesk();
  const [isPicking, setPicking] = useState(false);
  const items = useDesk((state) => state.items);
  const images = useMemo(() => [...items.values()].filter(({ kind }) => kind === "image"), [items]);
  const thumbnail = useFrameThumbnail(place, numberBefore, 320);
  const { firstFrame } = place;
  const chosen = firstFrame.of === "item" ? firstFrame.itemId : firstFrame.of;
  return (
    <div className="grid gap-2">
      <Field
        label={t("firstFrame")}
        hint={
          firstFrame.of === "shot-before" && numberBefore === 0
            ? t("noShotBefore")
            : images.length === 0 && firstFrame.of === "none"
              ? t("noImages")
              : undefined
        }
      >
        <Select
          value={chosen}
          disabled={disabled}
          onChange={({ currentTarget: { value } }) =>
            onChange(
              value === "none" || value === "shot-before" ? { of: value } : { of: "item", itemId: value },
            )
          }
          options={[
            { value: "none", label: t("firstFrames.none") },
            { value: "shot-before", label: t("firstFrames.shot-before"), disabled: numberBefore === 0 },
            ...(firstFrame.of === "item" && !items.has(firstFrame.itemId)
              ? [{ value: firstFrame.itemId, label: t("firstFrames.item") }]
              : []),
            ...images.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </Field>
      <Button
        variant="outline"
        size="small"
        className="justify-self-start"
        disabled={disabled}
        onClick={() => setPicking(true)}
      >
        {t("fromLibrary")}
      </Button>
      {isPicking ? (
        <FetchedPart
          load={loadPicker}
          props={{
            title: t("chooseFrame"),
            kinds: pickedKinds,
            onPick: (item: ItemDto) => {
              // Sent meanwhile, from another tab.
              if (disabled) return;
              desk.addItems([toFilmItem(item)]);
              onChange({ of: "item", itemId: item.id });
            },
            onClose: () => setPicking(false),
          }}
          onFailed={() => setPicking(false)}
        />
      ) : null}
      {thumbnail ? (
        <img
          src={thumbnail}
          alt=""
          draggable={false}
          className="max-h-40 w-full rounded-md bg-black object-contain"
        />
      ) : null}
    </div>
  );
}
