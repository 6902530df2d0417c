"use client";

import { ImageOff, Type } from "lucide-react";
import { useTranslations } from "next-intl";
import { useUnits } from "@/lib/i18n/units";
import type { Shot } from "@/lib/films/film-document";
import { useDesk } from "../desk/use-desk";

/** A shot in one row: what it shows, its number and name, and how it goes on. */
export function ShotFace({ shot, index }: { shot: Shot; index: number }) {
  const t = useTranslations("desk.storyboard");
  const { content } = shot;
  const item = useDesk(({ items }) => ("itemId" in content ? items.get(content.itemId) : undefined));
  return (
    <>
      <span className="relative grid h-11.5 w-21 shrink-0 place-items-center overflow-hidden rounded-md bg-raised text-text-3 [&_svg]:size-4">
        {item ? (
          <img
            src={`/api/media/${item.assetId}?width=160`}
            alt=""
            loading="lazy"
            draggable={false}
            className="size-full object-cover"
          />
        ) : content.kind === "card" ? (
          <Type aria-hidden />
        ) : (
          <ImageOff aria-hidden />
        )}
      </span>
      <span className="min-w-0 text-xs text-text-3">
        <span className="block truncate text-base font-medium text-text" dir="auto">
          <span className="mr-1.5 text-text-3">{index + 1}</span>
          {shot.name || (content.kind === "card" ? content.text : t("untitled"))}
        </span>
        <ShotFacts shot={shot} index={index} isMissing={"itemId" in content && !item} />
      </span>
    </>
  );
}

function ShotFacts({ shot, index, isMissing }: { shot: Shot; index: number; isMissing: boolean }) {
  const t = useTranslations("desk.storyboard");
  const tInspector = useTranslations("desk.inspector");
  const units = useUnits();
  const frameRate = useDesk(({ document }) => document.frameRate);
  const next = useDesk(({ document }) => document.shots[index + 1]?.transition);
  const facts = [
    isMissing ? t("missing") : null,
    shot.content.kind === "picture" ? (shot.content.move ? t("moving") : t("still")) : null,
    shot.content.kind === "card" ? t("card") : null,
    shot.content.kind === "place" ? t("place") : null,
    next && next.kind !== "cut"
      ? t("goesOn", {
          transition: tInspector(`transitions.${next.kind}`),
          length: units.elapsed(next.frames / frameRate),
          number: index + 2,
        })
      : null,
  ].filter((fact) => fact !== null);
  return <span className="block truncate">{facts.length > 0 ? facts.join(t("separator")) : t("cut")}</span>;
}
