"use client";

import { Music } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { LoadMore } from "@/components/takes/load-more";
import { itemUrl } from "@/components/library/item-track";
import { LengthBadge } from "@/components/takes/length-badge";
import { Picture } from "@/components/takes/picture";
import { classNames } from "@/components/ui/class-names";
import { Dialog } from "@/components/ui/dialog";
import { SearchInput } from "@/components/ui/search-input";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { useSettledText } from "@/components/ui/use-settled-text";
import type { ItemDto } from "@/lib/items/item-dto";
import { useDesk } from "../desk/use-desk";
import { type BinKind, useBinItems } from "./bin-query";
import { BinSource } from "./bin-source";

const searchDelayMs = 200;
type PickedKind = Exclude<BinKind, "all">;
const shotKinds: readonly PickedKind[] = ["video", "image"];

/**
 * Chooses an item of the film's project or of the library: a video or an image, unless told otherwise. Loaded on demand, hence the default
 * export.
 */
export default function PickDialog({
  title,
  explanation,
  kinds = shotKinds,
  firstKind = kinds[0]!,
  onPick,
  onClose,
}: {
  title: string;
  explanation?: string;
  kinds?: readonly PickedKind[];
  /** What is listed at first. */
  firstKind?: PickedKind;
  onPick: (item: ItemDto) => void;
  onClose: () => void;
}) {
  const t = useTranslations("desk.inspector");
  const tBin = useTranslations("desk.bin");
  const [kind, setKind] = useState(firstKind);
  const [text, setText] = useState("");
  const q = useSettledText(text, searchDelayMs).trim();
  const project = useDesk(({ film }) => film.project);
  const [isWhole, setWhole] = useState(false);
  const pages = useBinItems(isWhole ? null : (project?.id ?? null), kind, q);
  return (
    <Dialog open onClose={onClose} title={title} closeLabel={t("close")} size="large">
      {explanation ? <p className="pb-3 text-sm text-text-2">{explanation}</p> : null}
      {project ? (
        <div className="flex pb-2">
          <BinSource project={project} isWhole={isWhole} onChoose={setWhole} />
        </div>
      ) : null}
      <div className={classNames("grid gap-3", kinds.length > 1 && "sm:grid-cols-[auto_minmax(0,1fr)]")}>
        {kinds.length > 1 ? (
          <SegmentedControl
            label={tBin("kind")}
            value={kind}
            onValueChange={setKind}
            options={kinds.map((value) => ({ value, label: tBin(`kinds.${value}`) }))}
          />
        ) : null}
        <SearchInput
          aria-label={tBin("search")}
          placeholder={tBin("search")}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onClear={() => setText("")}
          clearLabel={tBin("clear")}
        />
      </div>
      {pages.isSuccess && pages.items.length === 0 && !pages.hasNextPage ? (
        <p className="py-8 text-center text-sm text-text-3">
          {q ? tBin("noneFound", { q }) : tBin(project && !isWhole ? "emptyProject" : "empty")}
        </p>
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
                {item.kind === "audio" ? (
                  <Music aria-hidden className="absolute inset-0 m-auto size-5 text-text-3" />
                ) : (
                  <Picture url={itemUrl(item)} alt="" sizes="11rem" brokenLabel={tBin("broken")} />
                )}
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
