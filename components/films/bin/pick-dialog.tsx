"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { LoadMore } from "@/components/takes/load-more";
import { itemUrl } from "@/components/library/item-track";
import { LengthBadge } from "@/components/takes/length-badge";
import { Picture } from "@/components/takes/picture";
import { Dialog } from "@/components/ui/dialog";
import { SearchInput } from "@/components/ui/search-input";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { useSettledText } from "@/components/ui/use-settled-text";
import type { ItemDto } from "@/lib/items/item-dto";
import { useBinItems } from "./bin-query";

const searchDelayMs = 200;
const kinds = ["video", "image"] as const;

/** Chooses a video or an image of the library. Loaded on demand, hence the default export. */
export default function PickDialog({
  title,
  explanation,
  firstKind = "video",
  onPick,
  onClose,
}: {
  title: string;
  explanation?: string;
  /** What is listed at first. */
  firstKind?: (typeof kinds)[number];
  onPick: (item: ItemDto) => void;
  onClose: () => void;
}) {
  const t = useTranslations("desk.inspector");
  const tBin = useTranslations("desk.bin");
  const [kind, setKind] = useState(firstKind);
  const [text, setText] = useState("");
  const q = useSettledText(text, searchDelayMs).trim();
  const pages = useBinItems(null, kind, q);
  return (
    <Dialog open onClose={onClose} title={title} closeLabel={t("close")} size="large">
      {explanation ? <p className="pb-3 text-sm text-text-2">{explanation}</p> : null}
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
              onClick={() => {
                onPick(item);
                onClose();
              }}
              className="block w-full rounded-sm text-left"
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
