"use client";

import { usePartName } from "@/components/player/use-track-words";
import type { SoundGroup } from "@/components/player/sound-groups";

/** Names one of several sounds. */
export function useGroupName(): (group: Pick<SoundGroup, "name" | "key">) => string {
  const partName = usePartName();
  return ({ name, key }) => partName({ name, number: name === null ? Number(key.slice(1)) + 1 : 1 });
}
