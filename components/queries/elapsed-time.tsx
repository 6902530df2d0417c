"use client";

import { useEffect, useState } from "react";
import { formatClock } from "@/lib/i18n/units";

/** How long something has been going on, counting on: 0:07. Not read out at every second. */
export function ElapsedTime({ since }: { since: string | Date }) {
  const startedAtMs = new Date(since).getTime();
  // The server's clock and the browser's differ: nothing is shown before the browser can tell.
  const [nowMs, setNowMs] = useState<number | null>(null);
  useEffect(() => {
    const tick = () => setNowMs(Date.now());
    const first = setTimeout(tick, 0);
    const timer = setInterval(tick, 1000);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, []);
  return (
    <span aria-live="off" className="inline-block min-w-[4ch]">
      {nowMs === null ? "" : formatClock((nowMs - startedAtMs) / 1000)}
    </span>
  );
}
