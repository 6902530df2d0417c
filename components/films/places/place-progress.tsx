"use client";

import { useTranslations } from "next-intl";
import { ElapsedTime } from "@/components/queries/elapsed-time";
import { useNow } from "@/components/queries/use-now";
import { classNames } from "@/components/ui/class-names";
import { StateDot } from "@/components/ui/state-dot";
import type { FilmGeneration } from "@/lib/films/places/film-generation-dto";

/** What a generation that is under way does now, and since when: "Creating 0:21". */
export function PlaceElapsed({ generation }: { generation: FilmGeneration }) {
  const t = useTranslations("places");
  const { state, startedAt } = generation;
  if (state !== "queued" && state !== "starting" && state !== "running" && state !== "storing") return null;
  return (
    <StateDot tone={state === "queued" ? "waiting" : "active"}>
      <span className="truncate">
        {t(`states.${state}`)} {startedAt === null ? null : <ElapsedTime since={startedAt} />}
      </span>
    </StateDot>
  );
}

/** How much of the scale is drawn behind the usual time. */
const scale = 1.35;

/**
 * The time since the start on a scale of the time that such a shot usually takes. It is time, not progress: the light stretch is when
 * it usually ends.
 */
export function UsualBar({
  startedAt,
  usual,
  className,
}: {
  startedAt: string | null;
  usual: number;
  className?: string;
}) {
  const now = useNow(startedAt !== null);
  const seconds = startedAt === null || now === null ? 0 : Math.max(0, (now - Date.parse(startedAt)) / 1_000);
  const percent = (value: number) => `${Math.min(100, (value / (usual * scale)) * 100)}%`;
  return (
    <div aria-hidden className={classNames("relative h-1 overflow-hidden rounded-full bg-line", className)}>
      <div
        className="absolute inset-y-0 rounded-full bg-line-strong"
        style={{ left: percent(usual * 0.85), right: `calc(100% - ${percent(usual * 1.2)})` }}
      />
      <div className="absolute inset-y-0 left-0 rounded-full bg-hue" style={{ width: percent(seconds) }} />
    </div>
  );
}
