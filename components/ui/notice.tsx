import type { ReactNode } from "react";
import { classNames } from "./class-names";

type NoticeTone = "danger" | "warning" | "neutral";

const edgeClasses: Record<NoticeTone, string> = {
  danger: "border-l-danger",
  warning: "border-l-warning",
  neutral: "border-l-line-strong",
};

interface NoticeProps {
  tone?: NoticeTone;
  /** What happened, in one sentence. */
  title: ReactNode;
  /** What it means and what to do. */
  children?: ReactNode;
  /** Codes and trace IDs, to copy. */
  code?: ReactNode;
  /** Buttons, at the right, or below on a phone. */
  actions?: ReactNode;
  /** Announces it to screen readers, after the person's own action. */
  announce?: boolean;
  className?: string;
}

/** A message with a coloured edge: what happened and what to do. */
export function Notice({
  tone = "danger",
  title,
  children,
  code,
  actions,
  announce = false,
  className,
}: NoticeProps) {
  return (
    <div
      role={announce ? "alert" : undefined}
      className={classNames(
        "flex flex-col gap-3 rounded-md border border-l-2 border-line px-3.5 py-3 text-sm text-text-2 sm:flex-row sm:items-center",
        edgeClasses[tone],
        className,
      )}
    >
      <div className="min-w-0 flex-1">
        <strong className="font-medium text-text">{title}</strong>
        {children ? <> {children}</> : null}
        {code ? (
          <div className="mt-0.5 font-mono text-2xs break-all text-text-3 select-all">{code}</div>
        ) : null}
      </div>
      {actions ? <div className="flex shrink-0 flex-wrap gap-2 sm:justify-end">{actions}</div> : null}
    </div>
  );
}
