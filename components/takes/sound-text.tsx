"use client";

import { useTranslations } from "next-intl";
import { Reader } from "@/components/reader/reader";
import { SpokenText, SungText } from "@/components/reader/spoken-text";
import { useWholeGeneration } from "@/components/queries/whole-generation";
import { SegmentedControl } from "@/components/ui/segmented-control";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { listSoundGroups, type SoundGroup } from "@/components/player/sound-groups";
import { RemakeSentence } from "./remake-sentence";
import { useGroupName } from "./use-group-name";

interface SoundTextProps {
  generation: GenerationDto;
  /** The sound whose text is shown. */
  shown: SoundGroup | undefined;
  onShow: (key: string) => void;
}

/** The text or lyrics of a generation; with several sounds, those of one at a time. */
export function SoundText({ generation: listed, shown, onShow }: SoundTextProps) {
  const generation = useWholeGeneration(listed);
  const t = useTranslations("reader.stage");
  const groupName = useGroupName();
  const sounding = listSoundGroups(generation).filter(({ audio }) => audio !== undefined);
  const lyrics = typeof generation.input.lyrics === "string" ? generation.input.lyrics.trim() : "";
  return (
    <>
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
        <Reader
          key={shown.key}
          generation={generation}
          group={shown}
          renderRemake={(props) => <RemakeSentence generation={generation} {...props} />}
        />
      ) : lyrics ? (
        <SungText lyrics={lyrics} />
      ) : (
        <SpokenText generation={generation} />
      )}
    </>
  );
}
