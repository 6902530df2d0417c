"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { OriginalComparison } from "@/components/cover/original-comparison";
import { listTracks, toLiveTrack, toTrack, type Track } from "@/components/player/track";
import { usePlayerValue } from "@/components/player/use-player";
import { Reader } from "@/components/reader/reader";
import { SpokenText } from "@/components/reader/spoken-text";
import { SungText } from "@/components/reader/sung-text";
import { SegmentedControl } from "@/components/ui/segmented-control";
import type { Medium } from "@/lib/generations/definition-port";
import type { GenerationDto, OutputDto } from "@/lib/generations/generation-dto";
import { isTerminal } from "@/lib/generations/states";
import { SoundNotes } from "./sound-notes";
import { chooseSoundGroup, listSoundGroups, type SoundGroup } from "./sound-groups";
import { SoundRow, UnmadeSoundRow } from "./sound-row";
import { useGroupName } from "./use-group-name";

export interface SoundStageProps {
  generation: GenerationDto;
  /** None of a generator that is no medium of the design. */
  medium: Medium | undefined;
  /** Whose text is shown. */
  shown: SoundGroup | undefined;
  onShow: (key: string) => void;
}

/**
 * Which of the sounds of a generation is shown: the one that was chosen, until another one of them plays; else the one
 * that plays, the one that the address asks for, or the longest.
 */
export function useShownGroup(generation: GenerationDto, asked: OutputDto | undefined) {
  const groups = listSoundGroups(generation);
  const playingId = usePlayerValue(({ current }) =>
    current?.generationId === generation.id ? current.id : null,
  );
  const playing = groups.find(
    ({ audio }) => audio && playingId !== null && toTrack(generation, audio).id === playingId,
  );
  const [chosen, setChosen] = useState<{ key: string; playingId: string | null } | null>(null);
  const byHand = groups.find(({ key }) => chosen?.playingId === playingId && chosen.key === key);
  return {
    shown: byHand ?? playing ?? chooseSoundGroup(groups, asked),
    show: (key: string) => setChosen({ key, playingId }),
  };
}

/** The sounds of a generation, each with its waveform, and below them what is spoken or sung. */
export function SoundStage({ generation, medium, shown, onShow }: SoundStageProps) {
  const t = useTranslations("reader.stage");
  const groupName = useGroupName();
  const groups = listSoundGroups(generation);
  const live = toLiveTrack(generation);
  const tracks = listTracks(generation);
  const sounding = groups.filter(({ audio }) => audio !== undefined);
  const growing = live && tracks.some(({ id, live: isLive }) => id === live.id && isLive) ? live : null;
  const ended = isTerminal(generation.state);
  const lyrics = typeof generation.input.lyrics === "string" ? generation.input.lyrics.trim() : "";
  const size = sounding.length > 1 ? "small" : "large";
  const row = (track: Track, group?: SoundGroup) => (
    <SoundRow
      key={track.id}
      generation={generation}
      track={track}
      group={group}
      name={sounding.length > 1 && group ? groupName(group) : null}
      size={size}
      listQueue={() => listTracks(generation)}
    />
  );
  return (
    <div className="grid content-start gap-6">
      {tracks.length > 0 || !ended ? (
        <section aria-label={t("label")} className="grid gap-5">
          {sounding.map((group) => row(toTrack(generation, group.audio!), group))}
          {growing ? row(growing) : null}
          {tracks.length === 0 ? <UnmadeSoundRow /> : null}
          {generation.generator === "cover" && sounding[0]?.audio ? (
            <OriginalComparison generation={generation} track={toTrack(generation, sounding[0].audio)} />
          ) : null}
        </section>
      ) : null}
      <SoundNotes generation={generation} className="grid gap-1" />
      {sounding.length > 1 && shown ? (
        <SegmentedControl
          label={t("read")}
          size="small"
          value={shown.key}
          onValueChange={onShow}
          options={sounding.map((group) => ({ value: group.key, label: groupName(group) }))}
          className="justify-self-start"
        />
      ) : null}
      {shown?.subtitle ? (
        <Reader key={shown.key} generation={generation} group={shown} />
      ) : lyrics ? (
        <SungText lyrics={lyrics} />
      ) : (
        <SpokenText generation={generation} medium={medium} />
      )}
    </div>
  );
}
