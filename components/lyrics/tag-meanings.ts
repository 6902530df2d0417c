"use client";

import { useTranslations } from "next-intl";
import { tagName, type StructureTag } from "@/lib/lyrics/structure-tag";
import { STRUCTURE_TAGS } from "@/lib/service/contract/music-options";

type NameOf<Tag> = Tag extends `[${infer Name}]` ? Name : never;

/** The meanings of the 14 tags, in the person's language. */
export function useTagMeanings(): Readonly<Record<StructureTag, string>> {
  const t = useTranslations("lyrics");
  const entries = STRUCTURE_TAGS.map(
    (tag) => [tag, t(`meanings.${tagName(tag) as NameOf<StructureTag>}`)] as const,
  );
  return Object.fromEntries(entries) as Record<StructureTag, string>;
}
