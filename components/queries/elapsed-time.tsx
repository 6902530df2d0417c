"use client";

import { useEffect, useState } from "react";
import { formatClock } from "@/lib/i18n/clocks";

/** The running time of something: 0:07. Screen readers do not read every second. */
export function ElapsedTime({ since }: { since: string | Date }) {
  const startedAtMs = new Date(since).getTime();
  // Empty on the server, whose clock may differ from the browser's.
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
