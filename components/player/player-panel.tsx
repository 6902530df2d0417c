"use client";

import { ChevronUp, SkipBack, SkipForward } from "lucide-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { ComparisonControl } from "./comparison-control";
import { playbackRates } from "./player-state";
import { stepQueue } from "./queue";
import { QueueList } from "./queue-list";
import { usePlayer } from "./use-player";
import { VolumeControl } from "./volume-control";

/** On a phone, the controls that do not fit in the bar. */
export function PlayerPanel({ className }: { className?: string }) {
  const t = useTranslations("player");
  return (
    <div className={className}>
      <Popover
        trigger={<ChevronUp aria-hidden />}
        label={t("more")}
        aria-label={t("more")}
        variant="ghost"
        size="icon"
        align="end"
        panelClassName="mb-5! w-[min(26rem,calc(100vw-1.5rem))]"
      >
        {() => <PanelContent />}
      </Popover>
    </div>
  );
}

function PanelContent() {
  const t = useTranslations("player");
  const { queue, rate, player } = usePlayer();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3 p-1">
      <div className="flex items-center justify-between">
        <IconButton label={t("previous")} size="icon" onClick={() => player.previous()}>
          <SkipBack aria-hidden />
        </IconButton>
        <ComparisonControl />
        <IconButton
          label={t("next")}
          size="icon"
          onClick={() => player.next()}
          disabled={stepQueue(queue, 1) === null}
        >
          <SkipForward aria-hidden />
        </IconButton>
      </div>
      <SegmentedControl
        label={t("rateLabel")}
        fill
        size="small"
        value={String(rate)}
        onValueChange={(value) => player.setRate(Number(value))}
        options={playbackRates.map((each) => ({ value: String(each), label: String(each) }))}
        className="[&_label]:min-w-0 [&_label]:px-0"
      />
      <VolumeControl />
      <QueueList />
    </div>
  );
}
