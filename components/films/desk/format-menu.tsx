"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { Menu } from "@/components/ui/menu";
import { setFrameRate } from "@/lib/films/edit-shots";
import { filmAspects, frameRates, type FilmAspect, type FrameRate } from "@/lib/films/film-document";
import { useUnits } from "@/lib/i18n/units";
import { AspectShape } from "../list/aspect-shape";
import { useDesk, useFilmDesk } from "./use-desk";

/** Aspect and frame rate of the film. */
export function FormatMenu() {
  const t = useTranslations("desk.format");
  const units = useUnits();
  const desk = useFilmDesk();
  const aspect = useDesk(({ document }) => document.aspect);
  const frameRate = useDesk(({ document }) => document.frameRate);
  return (
    <Menu
      label={t("label")}
      value={t("value", { aspect, rate: frameRate })}
      variant="ghost"
      size="small"
      disabled={!desk.canEdit}
      items={[
        {
          kind: "choice",
          label: t("aspect"),
          value: aspect,
          options: filmAspects.map((value) => ({ value, label: value })),
          onValueChange: (value) => desk.edit((film) => ({ ...film, aspect: value as FilmAspect })),
        },
        { kind: "separator" },
        {
          kind: "choice",
          label: t("rate"),
          value: String(frameRate),
          options: frameRates.map((rate) => ({ value: String(rate), label: units.frameRate(rate) })),
          onValueChange: (value) => {
            const rate = Number(value) as FrameRate;
            const { frame, document } = desk.read();
            desk.edit((film) => setFrameRate(film, rate, desk.lengths));
            desk.seek((frame * rate) / document.frameRate);
          },
        },
      ]}
    >
      <AspectShape aspect={aspect} className="text-lg!" />
      {aspect}
      <span className="text-text-3">{units.frameRate(frameRate)}</span>
      <ChevronDown aria-hidden className="text-text-3" />
    </Menu>
  );
}
