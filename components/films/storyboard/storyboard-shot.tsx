"use client";

import { useSortable } from "@dnd-kit/react/sortable";
import { ArrowDown, ArrowUp, ChevronDown, GripVertical, Replace, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button, IconButton } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { removeShots } from "@/lib/films/edit-shots";
import type { Shot } from "@/lib/films/film-document";
import { useUnits } from "@/lib/i18n/units";
import { useDesk, useFilmDesk } from "../desk/use-desk";
import { ReplaceShot } from "../inspector/replace-shot";
import { ShotLength } from "../inspector/shot-length";
import { PlaceEditor } from "../places/place-editor";
import { PlaceRow } from "../places/place-row";
import { TrimStrip } from "../inspector/trim-strip";
import { ShotFace } from "./shot-face";

interface StoryboardShotProps {
  shot: Shot;
  index: number;
  count: number;
  isOpen: boolean;
  onOpen: () => void;
  /** Earlier (-1) or later (1). */
  onMove: (step: -1 | 1) => void;
}

/** A shot of the storyboard. Open, it is trimmed, moved, replaced and removed. */
export function StoryboardShot({ shot, index, count, isOpen, onOpen, onMove }: StoryboardShotProps) {
  const t = useTranslations("desk.storyboard");
  const units = useUnits();
  const desk = useFilmDesk();
  const frameRate = useDesk(({ document }) => document.frameRate);
  const { content } = shot;
  const { ref, handleRef, isDragging } = useSortable({ id: shot.id, index, disabled: !desk.canEdit });
  return (
    <li
      ref={ref}
      className={classNames(
        "border-b",
        isOpen && "bg-panel",
        isDragging && "relative z-10 bg-raised shadow-float",
      )}
    >
      <div className="flex min-h-13.5 items-center gap-1 pr-4">
        <span
          ref={handleRef}
          aria-hidden
          className={classNames(
            "grid h-13.5 w-9 shrink-0 touch-none place-items-center text-text-3 [&_svg]:size-4",
            desk.canEdit ? "cursor-grab" : "invisible",
          )}
        >
          <GripVertical />
        </span>
        {content.kind === "place" ? (
          <>
            <PlaceRow shot={shot} place={content} number={index + 1} />
            <IconButton label={t("actions")} aria-expanded={isOpen} className="-mr-2" onClick={onOpen}>
              <ChevronDown aria-hidden />
            </IconButton>
          </>
        ) : (
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={onOpen}
            className="flex min-w-0 flex-1 items-center gap-2.5 rounded-sm py-1 text-left"
          >
            <ShotFace shot={shot} index={index} />
            <span className="ml-auto shrink-0 pl-2 text-sm text-text-2">
              {units.elapsed(shot.frames / frameRate)}
            </span>
          </button>
        )}
      </div>
      {isOpen ? (
        <OpenShot shot={shot} index={index} count={count} onMove={onMove} label={t("actions")} />
      ) : null}
    </li>
  );
}

function OpenShot({
  shot,
  index,
  count,
  onMove,
  label,
}: Pick<StoryboardShotProps, "shot" | "index" | "count" | "onMove"> & { label: string }) {
  const t = useTranslations("desk.storyboard");
  const desk = useFilmDesk();
  const [isReplacing, setReplacing] = useState(false);
  const { content } = shot;
  const item = useDesk(({ items }) => ("itemId" in content ? items.get(content.itemId) : undefined));
  return (
    <div role="group" aria-label={label} className="px-4 pt-1 pb-3">
      {content.kind === "place" ? (
        <div className="pb-3">
          <PlaceEditor shot={shot} place={content} />
        </div>
      ) : null}
      {content.kind === "video" && item ? (
        <TrimStrip large shot={shot} item={item} />
      ) : (
        <div className="pb-3">
          <ShotLength shot={shot} />
        </div>
      )}
      {desk.canEdit ? (
        <div className="flex gap-2">
          {"itemId" in content ? (
            <Button variant="outline" className="h-10 flex-1" onClick={() => setReplacing(true)}>
              <Replace aria-hidden />
              {t("replace")}
            </Button>
          ) : null}
          <Button
            variant="outline"
            className="h-10 flex-1"
            onClick={() => desk.edit((film) => removeShots(film, new Set([shot.id])))}
          >
            <Trash2 aria-hidden />
            {t("remove")}
          </Button>
          <IconButton
            label={t("earlier")}
            size="icon"
            variant="outline"
            className="size-10!"
            disabled={index === 0}
            onClick={() => onMove(-1)}
          >
            <ArrowUp aria-hidden />
          </IconButton>
          <IconButton
            label={t("later")}
            size="icon"
            variant="outline"
            className="size-10!"
            disabled={index === count - 1}
            onClick={() => onMove(1)}
          >
            <ArrowDown aria-hidden />
          </IconButton>
        </div>
      ) : null}
      {isReplacing ? <ReplaceShot shot={shot} onClose={() => setReplacing(false)} /> : null}
    </div>
  );
}
