"use client";

import type { TokenEditorActions } from "@/components/form/token-editor";
import { placeTag } from "@/lib/lyrics/place-tag";
import { tagName } from "@/lib/lyrics/structure-tag";
import { STRUCTURE_TAGS } from "@/lib/service/contract/music-options";
import { useTagMeanings } from "./tag-meanings";

/** The 14 structure tags with their meanings, to insert one or replace the selected one. Lazily loaded, hence the default export. */
export default function TagList({ actions, onDone }: { actions: TokenEditorActions; onDone: () => void }) {
  const meanings = useTagMeanings();
  return (
    <ul className="grid grid-cols-2 gap-x-1">
      {STRUCTURE_TAGS.map((tag) => (
        <li key={tag}>
          <button
            type="button"
            onClick={() => {
              const { insert, caret, ...range } = placeTag(actions.getText(), actions.getSelection(), tag);
              onDone();
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
  );
}
