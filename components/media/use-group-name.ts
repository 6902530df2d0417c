"use client";

import { useTranslations } from "next-intl";
import type { SoundGroup } from "./sound-groups";

/** What a sound among several is called: the parts of a text file by their words, others by their own name. */
export function useGroupName(): (group: Pick<SoundGroup, "name" | "key">) => string {
  const t = useTranslations("player.take.parts");
  const tReader = useTranslations("reader");
  const names = new Map([
    ["title", t("title")],
    ["content", t("content")],
    ["extra", t("extra")],
  ]);
  return ({ name, key }) =>
    name === null ? tReader("part", { number: Number(key.slice(1)) + 1 }) : (names.get(name) ?? name);
}
