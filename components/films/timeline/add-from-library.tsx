"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useGenerators } from "@/components/generators";
import { itemUrl } from "@/components/library/item-track";
import { LengthBadge } from "@/components/takes/length-badge";
import { LoadMore } from "@/components/takes/load-more";
import { Picture } from "@/components/takes/picture";
import { Dialog } from "@/components/ui/dialog";
import { SearchInput } from "@/components/ui/search-input";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { useSettledText } from "@/components/ui/use-settled-text";
import { addItems } from "../bin/add-items";
import { useBinItems } from "../bin/bin-query";
import type { FilmDesk } from "../desk/film-desk";

const searchDelayMs = 200;
const kinds = ["video", "image"] as const;

/** Chooses a video or image of the library as a new shot at the playhead. Loaded on demand, hence the default export. */
export default function AddFromLibrary({ desk, onClose }: { desk: FilmDesk; onClose: () => void }) {
  const t = useTranslations("timeline.add");
  const tBin = useTranslations("desk.bin");
  const generators = useGenerators();
  const [kind, setKind] = useState<(typeof kinds)[number]>("video");
  const [text, setText] = useState("");
  const q = useSettledText(text, searchDelayMs).trim();
  const pages = useBinItems(null, kind, q);
  return (
    <Dialog open onClose={onClose} title={t("libraryTitle")} closeLabel={t("close")} size="large">
      <div className="grid gap-3 sm:grid-cols-[auto_minmax(0,1fr)]">
        <SegmentedControl
          label={tBin("kind")}
          value={kind}
          onValueChange={setKind}
          options={kinds.map((value) => ({ value, label: tBin(`kinds.${value}`) }))}
        />
        <SearchInput
          aria-label={tBin("search")}
          placeholder={tBin("search")}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onClear={() => setText("")}
          clearLabel={tBin("clear")}
        />
      </div>
      {pages.isSuccess && pages.items.length === 0 ? (
        <p className="py-8 text-center text-sm text-text-3">{q ? tBin("noneFound", { q }) : tBin("empty")}</p>
      ) : null}
      <ul className="grid grid-cols-2 gap-2.5 pt-4 sm:grid-cols-4">
        {pages.items.map((item) => (
          <li key={item.id} className="min-w-0">
            <button
              type="button"
              className="block w-full rounded-sm text-left"
              onClick={() => {
                addItems(desk, [item], generators);
                onClose();
              }}
            >
              <span className="relative block aspect-video overflow-hidden rounded-sm bg-raised">
                <Picture url={itemUrl(item)} alt="" sizes="11rem" brokenLabel={tBin("broken")} />
                <LengthBadge output={item} className="absolute right-1 bottom-1" />
              </span>
              <span className="mt-1 block truncate text-xs text-text-2" dir="auto">
                {item.name}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <LoadMore query={pages} />
    </Dialog>
  );
}
