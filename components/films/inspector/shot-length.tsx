"use client";

import { useTranslations } from "next-intl";
import { trimShot } from "@/lib/films/edit-shots";
import type { Shot } from "@/lib/films/film-document";
import { useDesk, useFilmDesk } from "../desk/use-desk";
import { InspectorRow } from "./inspector-row";
import { SecondsInput } from "./seconds-input";

/** How long a shot without a length of its own stays. */
export function ShotLength({ shot }: { shot: Shot }) {
  const t = useTranslations("desk.inspector");
  const desk = useFilmDesk();
  const frameRate = useDesk(({ document }) => document.frameRate);
  return (
    <InspectorRow label={t("stays")}>
      <SecondsInput
        label={t("stays")}
        seconds={shot.frames / frameRate}
        step={1 / frameRate}
        min={1 / frameRate}
        disabled={!desk.canEdit}
        onChange={(seconds) =>
          desk.edit((film) =>
            trimShot(film, shot.id, {
              side: "end",
              frames: Math.round(seconds * frameRate) - shot.frames,
              lengths: desk.lengths,
            }),
          )
        }
      />
    </InspectorRow>
  );
}
