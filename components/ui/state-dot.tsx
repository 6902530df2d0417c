import type { ReactNode } from "react";
import { classNames } from "./class-names";

export type StateTone = "active" | "waiting" | "good" | "warning" | "danger" | "neutral";

const dotClasses: Record<StateTone, string> = {
  active: "bg-hue animate-[breathe_1.6s_ease-in-out_infinite]",
  waiting: "bg-text-3",
  good: "bg-success",
  warning: "bg-warning",
  danger: "bg-danger",
  neutral: "bg-text-3",
};

/** A coloured dot with a text: the only place where a state has a colour, and never without words. */
export function StateDot({
  tone,
  className,
  children,
}: {
  tone: StateTone;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span className={classNames("inline-flex items-baseline gap-1.75 text-xs text-text-2", className)}>
      <span
        aria-hidden
        className={classNames("size-1.5 shrink-0 -translate-y-px rounded-full", dotClasses[tone])}
      />
      {children}
    </span>
  );
}
