"use client";

import { useTranslations } from "next-intl";
import { ParameterList } from "@/components/takes/parameter-list";
import { SoundFactsList } from "@/components/takes/sound-facts-list";
import { useShownGroup } from "@/components/takes/use-shown-group";
import type { GenerationDto, OutputDto } from "@/lib/generations/read/generation-dto";
import { DetailColumns } from "./detail-columns";
import { GenerationHeading } from "./generation-heading";
import { useGeneratorParts } from "@/components/generators";
import { listTracks, toLiveTrack, toTrack } from "@/components/player/generation-tracks";
import type { Track } from "@/components/player/track";
import { isTerminal } from "@/lib/generations/record/states";
import { SoundNotes } from "../../takes/sound-notes";
import { listSoundGroups, type SoundGroup } from "@/components/player/sound-groups";
import { SoundRow, UnmadeSoundRow } from "../../takes/sound-row";
import { SoundText } from "../../takes/sound-text";
import { useGroupName } from "../../takes/use-group-name";

interface SoundDetailProps {
  generation: GenerationDto;
  /** The result that the address names. */
  asked: OutputDto | undefined;
}

/** The sounds of a generation: waveforms, the text in step with them, the facts that the service reports. */
export function SoundDetail({ generation, asked }: SoundDetailProps) {
  const t = useTranslations("library.detail");
  const { shown, show } = useShownGroup(generation, asked);
  return (
    <DetailColumns
      generation={generation}
      output={shown?.audio}
      aside={
        <>
          <GenerationHeading generation={generation} shortened />
          <section aria-label={t("parameters")}>
            <ParameterList generation={generation} output={shown?.audio} />
          </section>
          <SoundFactsList generation={generation} group={shown} />
        </>
      }
    >
      <SoundStage generation={generation} shown={shown} onShow={show} />
    </DetailColumns>
  );
}

interface SoundStageProps {
  generation: GenerationDto;
  /** The sound whose text is shown. */
  shown: SoundGroup | undefined;
  onShow: (key: string) => void;
}

/** The sounds of a generation, each with its waveform, and their text below. */
function SoundStage({ generation, shown, onShow }: SoundStageProps) {
  const t = useTranslations("reader.stage");
  const { OriginalComparison } = useGeneratorParts();
  const groupName = useGroupName();
  const groups = listSoundGroups(generation);
  const live = toLiveTrack(generation);
  const tracks = listTracks(generation);
  const sounding = groups.filter(({ audio }) => audio !== undefined);
  const growing = live && tracks.some(({ id, live: isLive }) => id === live.id && isLive) ? live : null;
  const ended = isTerminal(generation.state);
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
          {sounding[0]?.audio ? (
            <OriginalComparison generation={generation} track={toTrack(generation, sounding[0].audio)} />
          ) : null}
        </section>
      ) : null}
      <SoundNotes generation={generation} className="grid gap-1" />
      <SoundText generation={generation} shown={shown} onShow={onShow} />
    </div>
  );
}
