import { useTranslations } from "next-intl";
import { tagName, type StructureTag } from "@/lib/lyrics/structure-tag";
import { STRUCTURE_TAGS } from "@/lib/service/contract/lyrics";

type NameOf<Tag> = Tag extends `[${infer Name}]` ? Name : never;

/** What each of the 14 tags stands for, in the person's language. */
export function useTagMeanings(): Readonly<Record<StructureTag, string>> {
  const t = useTranslations("lyrics");
  const entries = STRUCTURE_TAGS.map(
    (tag) => [tag, t(`meanings.${tagName(tag) as NameOf<StructureTag>}`)] as const,
  );
  return Object.fromEntries(entries) as Record<StructureTag, string>;
}
