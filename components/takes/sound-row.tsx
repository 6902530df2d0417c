"use client";

import { Download, Play } from "lucide-react";
import { useTranslations } from "next-intl";
import { PlayButton } from "@/components/player/play-button";
import type { Track } from "@/components/player/track";
import { useLiveSound, usePeaks } from "@/components/player/use-peaks";
import { usePlaybackTime } from "@/components/player/use-player";
import { Waveform } from "@/components/player/waveform";
import { useSubtitleDownloads } from "@/components/reader/subtitles";
import { classNames } from "@/components/ui/class-names";
import { Menu, type MenuItem } from "@/components/ui/menu";
import { ProgressLine } from "@/components/ui/progress";
import { StateDot } from "@/components/ui/state-dot";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { useUnits } from "@/lib/i18n/units";
import { formatClock, formatLength } from "@/lib/i18n/clocks";
import { fileExtension } from "@/lib/media/media-file-name";
import type { SoundGroup } from "@/components/player/sound-groups";
import { downloadAddress } from "@/components/queries/result-addresses";
import { useDownloadItems } from "./use-download-items";

interface SoundRowProps {
  generation: GenerationDto;
  track: Track;
  /** The stored output; missing while it is generated. */
  group: SoundGroup | undefined;
  /** Its name among several sounds. */
  name: string | null;
  size: "large" | "small";
  /** The tracks that follow it. */
  listQueue: () => readonly Track[];
}

const waveClass = { large: "h-24", small: "h-12" } as const;

/** One sound: play button, waveform, position and downloads. */
export function SoundRow({ generation, track, group, name, size, listQueue }: SoundRowProps) {
  const t = useTranslations("reader.stage");
  const units = useUnits();
  const tPlayer = useTranslations("player.take");
  const live = useLiveSound(track);
  const peaks = usePeaks(track);
  const seconds = usePlaybackTime(track.id, 1);
  const files = useDownloadItems(group?.audio);
  const subtitles = useSubtitleDownloads(generation, group);
  const downloads: MenuItem[] = group?.audio
    ? [
        ...files.items,
        ...subtitles,
        ...(group.extra
          ? [{ kind: "link" as const, label: t("facts"), href: downloadAddress(group.extra), download: true }]
          : []),
      ]
    : [];
  const { audio } = group ?? {};
  const facts = [
    name,
    audio ? fileExtension(audio.mimeType).toUpperCase() : null,
    audio ? units.bytes(audio.bytes) : null,
  ].filter((fact) => fact !== null);
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 md:gap-x-5">
      <PlayButton
        track={track}
        listQueue={listQueue}
        className={
          size === "large"
            ? "size-12! bg-hue! text-on-hue! hover:bg-hue/88! md:size-14! [&_svg]:size-5.5!"
            : undefined
        }
      />
      <Waveform track={track} peaks={peaks} interactive className={waveClass[size]} />
      <div className="col-start-2 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1 text-xs text-text-3">
        <span className="font-mono text-2xs">
          <span className={classNames(seconds !== null && "text-hue")}>{formatClock(seconds ?? 0)}</span>
          {" / "}
          {track.durationSeconds === undefined ? t("open") : formatLength(track.durationSeconds)}
        </span>
        <span>{facts.join(t("separator"))}</span>
        {live ? (
          <StateDot tone="active">{tPlayer("here", { time: formatClock(live.seconds) })}</StateDot>
        ) : null}
        {track.partial ? (
          <StateDot tone="warning">
            {t("partial", { time: formatLength(track.durationSeconds ?? 0) })}
          </StateDot>
        ) : null}
        {downloads.length > 0 ? (
          <span className="ml-auto">
            <Menu
              items={downloads}
              label={name === null ? t("downloads") : t("downloadsOf", { name })}
              variant="ghost"
              size="small"
            >
              <Download aria-hidden />
              {t("downloads")}
            </Menu>
            {files.dialog}
          </span>
        ) : null}
      </div>
    </div>
  );
}

/** The slot of a sound that has no data yet. */
export function UnmadeSoundRow() {
  const t = useTranslations("reader.stage");
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 md:gap-x-5">
      <span
        aria-hidden
        className="grid size-12 place-items-center rounded-full bg-raised text-text-3 md:size-14 [&_svg]:size-5.5"
      >
        <Play className="translate-x-px" />
      </span>
      <div className="grid h-24 items-center">
        <ProgressLine label={t("making")} />
      </div>
    </div>
  );
}
