"use client";

import { ArrowLeftRight, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Button, IconButton } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { Menu, type MenuItem } from "@/components/ui/menu";
import { useCounterpart } from "./counterparts";
import type { Comparison } from "./player-state";
import type { Track } from "./track";
import { usePlayer } from "./use-player";
import { useTrackWords } from "./use-track-words";

/** The longest list of candidates. */
const maxCandidates = 12;

/** Compares two takes: switches between them at the same position and shows which one is playing. */
export function ComparisonControl() {
  const t = useTranslations("player");
  const words = useTrackWords();
  const { current, comparison, queue, player } = usePlayer();
  const counterpart = useCounterpart(current?.id);
  const candidates = [
    ...(counterpart ? [counterpart] : []),
    ...queue.tracks.filter(({ id }) => id !== current?.id && id !== counterpart?.id),
  ].slice(0, maxCandidates);
  if (current && comparison) return <Switch current={current} comparison={comparison} />;
  if (candidates.length === 0) {
    return (
      <Button
        variant="ghost"
        size="small"
        aria-disabled
        aria-label={t("compareNothing")}
        data-tooltip={t("compareNothing")}
      >
        <ArrowLeftRight aria-hidden />
        {t("ab")}
      </Button>
    );
  }
  const items: MenuItem[] = [
    { kind: "heading", label: t("compareWith") },
    ...candidates.map((track) => ({
      label: words.compared({ ...track, title: shorten(track.title) }),
      onSelect: () => player.compareWith(track),
    })),
  ];
  return (
    <Menu items={items} label={t("compare")} side="top" variant="ghost" size="small">
      <ArrowLeftRight aria-hidden />
      {t("ab")}
    </Menu>
  );
}

function Switch({ current, comparison }: { current: Track; comparison: Comparison }) {
  const t = useTranslations("player");
  const words = useTrackWords();
  const { player } = usePlayer();
  return (
    <div role="group" aria-label={t("comparison")} className="flex items-center">
      {(["a", "b"] as const).map((side) => {
        const track = comparison[side];
        const isCurrent = track.id === current.id;
        return (
          <button
            key={side}
            type="button"
            data-generator={track.generator}
            aria-pressed={isCurrent}
            aria-label={t(side === "a" ? "hearA" : "hearB", { title: words.compared(track) })}
            data-tooltip={words.compared({ ...track, title: shorten(track.title) })}
            onClick={() => {
              if (!isCurrent) player.switchCompared();
            }}
            className={classNames(
              "flex h-7 items-center gap-1.5 rounded-sm px-2 text-sm font-semibold transition-colors",
              isCurrent ? "bg-hue text-on-hue" : "text-text-2 hover:bg-hover hover:text-text",
            )}
          >
            {side.toUpperCase()}
            <span className="max-w-24 truncate text-xs font-normal">
              {words.side(track, comparison[side === "a" ? "b" : "a"])}
            </span>
          </button>
        );
      })}
      <IconButton label={t("endComparison")} onClick={() => player.endComparison()}>
        <X aria-hidden />
      </IconButton>
    </div>
  );
}

function shorten(title: string): string {
  return title.length > 48 ? `${title.slice(0, 47).trimEnd()}…` : title;
}
