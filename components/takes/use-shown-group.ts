"use client";

import { useState } from "react";
import { toTrack } from "@/components/player/generation-tracks";
import { usePlayerValue } from "@/components/player/use-player";
import type { GenerationDto, OutputDto } from "@/lib/generations/read/generation-dto";
import { chooseSoundGroup, listSoundGroups } from "@/components/player/sound-groups";

/**
 * The shown sound of a generation: the chosen one until another one plays; else the one that plays, the one in the address,
 * or the main one.
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
