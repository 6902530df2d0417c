"use client";

import { Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { useFieldGroup } from "@/components/ui/field-context";
import type { Shot } from "@/lib/films/film-document";
import { isSeen } from "@/lib/films/from-item";
import { listTakes } from "@/lib/films/places/follow-place";
import { reopenPlace } from "@/lib/films/places/resolve-places";
import { useFilmDesk } from "../desk/use-desk";
import { replaceTake } from "../inspector/replace-take";
import { useFilmGenerations } from "./use-film-generations";

/**
 * Of a shot that was created in the film: every take of it, each a press away, and its words to create it again. Nothing for other
 * shots. Part of the inspector.
 */
export function ShotTakes({ shot }: { shot: Shot }) {
  const t = useTranslations("places.takes");
  const desk = useFilmDesk();
  const { generations } = useFilmGenerations();
  if (!shot.origin || shot.content.kind === "place") return null;
  const takes = listTakes(shot.id, generations).flatMap(({ items }) => items.filter(isSeen));
  const shown = "itemId" in shot.content ? shot.content.itemId : null;

  return (
    <div className="grid gap-2.5 pb-3">
      {takes.length > 1 ? (
        <Field label={t("title")} as="group">
          <TakeGrid>
            {takes.map((item, index) => (
              <button
                key={item.id}
                type="button"
                aria-pressed={item.id === shown}
                aria-label={t("take", { number: takes.length - index })}
                disabled={!desk.canEdit}
                onClick={() => item.id !== shown && replaceTake(desk, shot, item)}
                className="relative aspect-video overflow-hidden rounded-sm bg-raised aria-pressed:outline-2 aria-pressed:outline-offset-1 aria-pressed:outline-text"
              >
                <img
                  src={`/api/media/${item.assetId}?width=160`}
                  alt=""
                  draggable={false}
                  className="size-full object-cover"
                />
                <span className="absolute top-1 left-1 rounded-xs bg-black/66 px-1 text-xs leading-snug text-white">
                  {takes.length - index}
                </span>
              </button>
            ))}
          </TakeGrid>
        </Field>
      ) : null}
      <Button
        variant="outline"
        size="small"
        disabled={!desk.canEdit}
        onClick={() => desk.edit((film) => reopenPlace(film, shot.id, generations))}
      >
        <Pencil aria-hidden />
        {t("editAgain")}
      </Button>
    </div>
  );
}

function TakeGrid({ children }: { children: ReactNode }) {
  return (
    <div role="group" {...useFieldGroup()} className="grid grid-cols-3 gap-1.5">
      {children}
    </div>
  );
}
