"use client";

import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { StateDot } from "@/components/ui/state-dot";
import { useLiveState } from "./live-state";

/** Shorter interruptions are not shown. */
const showDelayMs = 2_000;

/** Shows that the page may be out of date; empty while connected. */
export function LiveIndicator({ className }: { className?: string }) {
  const t = useTranslations("shell.live");
  const state = useLiveState();
  const problem = state === "reconnecting" || state === "offline" ? state : null;
  const [shown, setShown] = useState<"reconnecting" | "offline" | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setShown(problem), problem ? showDelayMs : 0);
    return () => clearTimeout(timer);
  }, [problem]);
  return (
    <div role="status" className={className}>
      {shown && problem ? (
        <StateDot tone="warning" className="px-2 text-2xs">
          {t(shown)}
        </StateDot>
      ) : null}
    </div>
  );
}
