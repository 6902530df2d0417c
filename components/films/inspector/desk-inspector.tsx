"use client";

import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { removeShots } from "@/lib/films/edit-shots";
import { removePlaced } from "@/lib/films/edit-sounds";
import { useDesk, useFilmDesk } from "../desk/use-desk";
import { CaptionInspector } from "./caption-inspector";
import { FilmInspector } from "./film-inspector";
import { ShotInspector } from "./shot-inspector";
import { SoundInspector } from "./sound-inspector";

/** What is selected, with all that can be changed of it; the film itself while nothing is. */
export function DeskInspector() {
  const t = useTranslations("desk.inspector");
  return (
    <section aria-label={t("title")} className="p-4">
      <Selected />
    </section>
  );
}

function Selected() {
  const desk = useFilmDesk();
  const selection = useDesk((state) => state.selection);
  const document = useDesk((state) => state.document);
  if (selection.size > 1) return <Several ids={selection} />;
  const [id] = selection;
  if (id === undefined) return <FilmInspector />;
  const placed = desk.placed.find(({ shot }) => shot.id === id);
  if (placed) return <ShotInspector key={id} placed={placed} />;
  const piece = document.sounds.find((each) => each.id === id);
  if (piece) return <SoundInspector key={id} piece={piece} />;
  const caption = document.captions.find((each) => each.id === id);
  return caption ? <CaptionInspector key={id} caption={caption} /> : <FilmInspector />;
}

function Several({ ids }: { ids: ReadonlySet<string> }) {
  const t = useTranslations("desk.inspector");
  const desk = useFilmDesk();
  return (
    <>
      <h2 className="pb-3 text-sm font-semibold">{t("several", { count: ids.size })}</h2>
      {desk.canEdit ? (
        <Button
          size="small"
          variant="outline"
          onClick={() => desk.edit((film) => removePlaced(removeShots(film, ids), ids))}
        >
          <Trash2 aria-hidden />
          {t("remove")}
        </Button>
      ) : null}
    </>
  );
}
