"use client";

import { useFormatter } from "next-intl";
import { useId, type ReactNode } from "react";

/** Rows under a heading with their number; nothing if there are none. */
export function ActivityGroup({
  title,
  note,
  count,
  children,
}: {
  title: string;
  note?: string;
  count: number;
  children: ReactNode;
}) {
  const format = useFormatter();
  const headingId = useId();
  if (count === 0) return null;
  return (
    <section aria-labelledby={headingId} className="mt-7">
      <div className="flex items-baseline gap-2.5 border-b pb-2.5">
        <h2 id={headingId} className="text-base font-medium">
          {title}
        </h2>
        <span className="text-xs text-text-3">{format.number(count)}</span>
        {note ? <span className="ml-auto text-xs text-text-3">{note}</span> : null}
      </div>
      <ul>{children}</ul>
    </section>
  );
}
