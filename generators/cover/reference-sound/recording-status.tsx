"use client";

import { Square } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ElapsedTime } from "@/components/queries/elapsed-time";
import { REFERENCE_AUDIO_LIMITS } from "@/lib/service/contract/music-options";

/** What is shown while a sound is recorded. Loaded with the recorder. */
export default function RecordingStatus({ stop }: { stop: () => void }) {
  const t = useTranslations("sound");
  const [startedAt] = useState(() => new Date());
  return (
    <div className="flex items-center gap-3 rounded-md border border-line-strong px-3.5 py-3">
      <span aria-hidden className="size-2.5 animate-pulse rounded-full bg-danger" />
      <div className="min-w-0 flex-1">
        <p role="status" className="text-sm tabular-nums">
          {t.rich("recording", { time: () => <ElapsedTime since={startedAt} /> })}
        </p>
        <p className="text-2xs text-text-3">
          {t("recordingRules", { minutes: REFERENCE_AUDIO_LIMITS.secondsMax / 60 })}
        </p>
      </div>
      <Button size="small" variant="outline" onClick={stop}>
        <Square aria-hidden />
        {t("stopRecording")}
      </Button>
    </div>
  );
}
