"use client";

import { useTranslations } from "next-intl";
import { memo } from "react";
import { Plus } from "lucide-react";
import { classNames } from "@/components/ui/class-names";
import { Menu, type MenuItem } from "@/components/ui/menu";
import { setShot } from "@/lib/films/edit-shots";
import { transitionKinds, type Shot, type Transition } from "@/lib/films/film-document";
import { useUnits } from "@/lib/i18n/units";
import { useDesk, useFilmDesk } from "../../desk/use-desk";
import { canEditFilm } from "../can-edit-film";

const lengthsInSeconds = [0.25, 0.5, 1, 2, 3];
const firstSeconds = 0.5;

interface TransitionMarkProps {
  shot: Shot;
  number: number;
  /** Whether Tab leads to it: of the selected shots only, since every cut may have one. */
  isReached: boolean;
}

/** The transition at the start of a shot, on its cut. A press opens its kinds and lengths. A plain cut shows none until it is pointed at. */
export const TransitionMark = memo(function TransitionMark({ shot, number, isReached }: TransitionMarkProps) {
  const t = useTranslations("timeline.transition");
  const units = useUnits();
  const desk = useFilmDesk();
  const frameRate = useDesk(({ document }) => document.frameRate);
  const canEdit = useDesk(canEditFilm);
  const { kind, frames } = shot.transition;
  const set = (transition: Transition) => desk.edit((film) => setShot(film, shot.id, { transition }));

  const lengths = [...new Set([...lengthsInSeconds.map((each) => Math.round(each * frameRate)), frames])]
    .filter((each) => each > 0)
    .toSorted((one, other) => one - other);
  const items: MenuItem[] = [
    {
      kind: "choice",
      label: t("label", { before: number - 1, number }),
      value: kind,
      options: transitionKinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
      onValueChange: (value) =>
        set({
          kind: value as Transition["kind"],
          frames: value === "cut" ? 0 : frames || Math.round(firstSeconds * frameRate),
        }),
    },
    ...(kind === "cut"
      ? []
      : [
          { kind: "separator" as const },
          {
            kind: "choice" as const,
            label: t("length"),
            value: String(frames),
            options: lengths.map((each) => ({ value: String(each), label: units.elapsed(each / frameRate) })),
            onValueChange: (value: string) => set({ kind, frames: Number(value) }),
          },
        ]),
  ];
  return (
    <span
      className={classNames(
        "absolute top-1/2 left-0 z-20 -translate-1/2",
        kind === "cut" && !isReached && "opacity-0 focus-within:opacity-100 hover:opacity-100",
      )}
    >
      <Menu
        items={items}
        align="start"
        label={t("label", { before: number - 1, number })}
        value={
          kind === "cut" ? t("kinds.cut") : `${t(`kinds.${kind}`)}, ${units.elapsed(frames / frameRate)}`
        }
        disabled={!canEdit}
        tabIndex={isReached ? 0 : -1}
        variant="ghost"
        size="icon-small"
        className="size-5.5! rounded-sm border border-line-strong bg-panel text-text"
      >
        <TransitionIcon kind={kind} />
      </Menu>
    </span>
  );
});

/** Two shots that go over into each other: open for a cross-fade, filled for a dip to black, one over the other for a wipe. */
function TransitionIcon({ kind }: Pick<Transition, "kind">) {
  if (kind === "cut") return <Plus aria-hidden className="size-3.5" />;
  return (
    <svg
      aria-hidden
      viewBox="0 0 14 14"
      className="size-3.5"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinejoin="round"
      fill={kind === "dip" ? "currentColor" : "none"}
    >
      {kind === "wipe" ? (
        <>
          <path d="M2 3h10v8H2z" />
          <path d="M2 3h5v8H2z" fill="currentColor" />
        </>
      ) : (
        <>
          <path d="M2 3v8l5-4z" />
          <path d="M12 3v8L7 7z" />
        </>
      )}
    </svg>
  );
}
