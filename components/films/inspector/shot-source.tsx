"use client";

import { useQuery } from "@tanstack/react-query";
import { ExternalLink, Replace } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { itemQueries } from "@/components/queries/item-queries";
import { Button, buttonVariants } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { useUnits } from "@/lib/i18n/units";
import type { Shot } from "@/lib/films/film-document";
import { useDesk, useFilmDesk } from "../desk/use-desk";
import { ReplaceShot } from "./replace-shot";
import { OtherTakes } from "./other-takes";

/** The item that a shot shows: where it comes from, its other takes, and what to put in its place. */
export function ShotSource({ shot, itemId }: { shot: Shot; itemId: string }) {
  const t = useTranslations("desk.inspector");
  const desk = useFilmDesk();
  const item = useDesk(({ items }) => items.get(itemId));
  const why = useDesk(({ missing }) => missing.get(itemId));
  const [isReplacing, setReplacing] = useState(false);
  return (
    <div className="grid gap-3 pb-3">
      {item ? (
        <div className="flex min-w-0 items-center gap-2.5">
          <img
            src={`/api/media/${item.assetId}?width=160`}
            alt=""
            draggable={false}
            className="aspect-video w-18 shrink-0 rounded-xs bg-raised object-cover"
          />
          <span className="min-w-0 text-sm">
            <span className="block truncate font-medium" dir="auto">
              {item.name}
            </span>
            <SourceFacts itemId={itemId} />
          </span>
        </div>
      ) : (
        <Notice tone="warning" title={why === "trash" ? t("missing.trash") : t("missing.gone")} />
      )}
      <div className="flex gap-1.5">
        {desk.canEdit ? (
          <Button size="small" variant="outline" onClick={() => setReplacing(true)}>
            <Replace aria-hidden />
            {t("replace")}
          </Button>
        ) : null}
        <OpenTake itemId={itemId} />
      </div>
      {/* Those of a shot that was created here are listed with its words. */}
      {shot.origin ? null : <OtherTakes shot={shot} itemId={itemId} />}
      {isReplacing ? <ReplaceShot shot={shot} onClose={() => setReplacing(false)} /> : null}
    </div>
  );
}

function SourceFacts({ itemId }: { itemId: string }) {
  const t = useTranslations("desk.inspector");
  const units = useUnits();
  const item = useDesk(({ items }) => items.get(itemId));
  const { data } = useQuery({ ...itemQueries.one(itemId), retry: false });
  const facts = [
    data?.model,
    data?.take === undefined ? null : t("take", { number: data.take }),
    item?.width && item.height ? units.dimensions(item.width, item.height) : null,
  ].filter((fact) => fact !== null && fact !== undefined);
  return <span className="block truncate text-xs text-text-3">{facts.join(t("separator"))}</span>;
}

/** A link to the take; for the item of another person, to its page in the project. */
function OpenTake({ itemId }: { itemId: string }) {
  const t = useTranslations("desk.inspector");
  const project = useDesk(({ film }) => film.project);
  const isKnown = useDesk(({ items }) => items.has(itemId));
  const { data } = useQuery({ ...itemQueries.one(itemId), retry: false });
  const href = data
    ? `/library/${data.generationId}`
    : project && isKnown
      ? `/projects/${project.id}/items/${itemId}`
      : null;
  if (!href) return null;
  return (
    <Link href={href} className={buttonVariants({ variant: "outline", size: "small" })}>
      <ExternalLink aria-hidden />
      {t("openTake")}
    </Link>
  );
}
