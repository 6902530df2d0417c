"use client";

import { Tag } from "lucide-react";
import { useTranslations } from "next-intl";
import type { TokenEditorActions } from "@/components/form/token-editor";
import { Popover } from "@/components/ui/popover";
import { placeTag } from "@/lib/lyrics/place-tag";
import { tagName, type StructureTag } from "@/lib/lyrics/structure-tag";
import { STRUCTURE_TAGS } from "@/lib/service/contract/music-options";

/** A palette of the 14 structure tags with their meanings. Inserts one, or replaces the selected one. */
export function TagPalette({ actions, disabled }: { actions: TokenEditorActions; disabled: boolean }) {
  const t = useTranslations("lyrics");
  const meanings = useTagMeanings();
  return (
    <Popover
      variant="ghost"
      size="small"
      disabled={disabled}
      label={t("palette.title")}
      trigger={
        <>
          <Tag aria-hidden />
          {t("palette.button")}
        </>
      }
      panelClassName="w-[min(26rem,calc(100vw-2rem))] p-2!"
    >
      {(close) => (
        <ul className="grid grid-cols-2 gap-x-1">
          {STRUCTURE_TAGS.map((tag) => (
            <li key={tag}>
              <button
                type="button"
                onClick={() => {
                  const { insert, caret, ...range } = placeTag(
                    actions.getText(),
                    actions.getSelection(),
                    tag,
                  );
                  close();
                  actions.insert(insert, range);
                  actions.select({ from: caret, to: caret });
                }}
                className="flex w-full items-baseline justify-between gap-2 rounded-sm px-2 py-1.25 text-left text-sm text-text-2 hover:bg-hover hover:text-text"
              >
                {tagName(tag)}
                <span className="truncate text-2xs text-text-3">{meanings[tag]}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Popover>
  );
}

type NameOf<Tag> = Tag extends `[${infer Name}]` ? Name : never;

/** The meanings of the 14 tags, in the person's language. */
export function useTagMeanings(): Readonly<Record<StructureTag, string>> {
  const t = useTranslations("lyrics");
  const entries = STRUCTURE_TAGS.map(
    (tag) => [tag, t(`meanings.${tagName(tag) as NameOf<StructureTag>}`)] as const,
  );
  return Object.fromEntries(entries) as Record<StructureTag, string>;
}
