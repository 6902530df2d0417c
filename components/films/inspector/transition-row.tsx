"use client";

import { ChevronDown } from "lucide-react";
import { useTranslations } from "next-intl";
import { Menu } from "@/components/ui/menu";
import { setShot } from "@/lib/films/edit-shots";
import { maxTransitionFrames, transitionKinds, type Shot, type Transition } from "@/lib/films/film-document";
import { useDesk, useFilmDesk } from "../desk/use-desk";
import { InspectorRow } from "./inspector-row";
import { SecondsInput } from "./seconds-input";

/** A transition of half a second, until another length is given. */
const usualSeconds = 0.5;

/** How a shot comes after the one before. `shot` is the later one. */
export function TransitionRow({ shot, label }: { shot: Shot; label: string }) {
  const t = useTranslations("desk.inspector");
  const desk = useFilmDesk();
  const frameRate = useDesk(({ document }) => document.frameRate);
  const { kind, frames } = shot.transition;
  const set = (transition: Transition) => desk.edit((film) => setShot(film, shot.id, { transition }));
  return (
    <InspectorRow label={label}>
      <span className="flex min-w-0 flex-wrap items-center justify-end gap-1">
        {kind === "cut" ? null : (
          <SecondsInput
            label={t("transitionLength", { label })}
            seconds={frames / frameRate}
            step={1 / frameRate}
            min={1 / frameRate}
            max={maxTransitionFrames / frameRate}
            disabled={!desk.canEdit}
            onChange={(seconds) => set({ kind, frames: Math.max(1, Math.round(seconds * frameRate)) })}
          />
        )}
        <Menu
          label={label}
          value={t(`transitions.${kind}`)}
          variant="ghost"
          size="small"
          className="-mr-2 text-text!"
          disabled={!desk.canEdit}
          items={[
            {
              kind: "choice",
              label,
              value: kind,
              options: transitionKinds.map((value) => ({ value, label: t(`transitions.${value}`) })),
              onValueChange: (value) => {
                const chosen = value as Transition["kind"];
                const usual = Math.round(usualSeconds * frameRate);
                set({ kind: chosen, frames: chosen === "cut" ? 0 : frames || usual });
              },
            },
          ]}
        >
          {t(`transitions.${kind}`)}
          <ChevronDown aria-hidden className="text-text-3" />
        </Menu>
      </span>
    </InspectorRow>
  );
}
