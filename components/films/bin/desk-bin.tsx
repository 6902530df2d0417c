"use client";

import { AudioLines, Clapperboard, Image, Music, Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { useGenerators } from "@/components/generators";
import { LoadFailed } from "@/components/takes/load-failed";
import { LoadMore } from "@/components/takes/load-more";
import { IconButton } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/progress";
import { SearchInput } from "@/components/ui/search-input";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { useSettledText } from "@/components/ui/use-settled-text";
import type { FilmDocument } from "@/lib/films/film-document";
import { useDesk, useFilmDesk } from "../desk/use-desk";
import { addItems } from "./add-items";
import { BinItem } from "./bin-item";
import { BinSource } from "./bin-source";
import { type BinIcons, binKinds, useBinItems, type BinKind } from "./bin-query";

const searchDelayMs = 200;
const icons: BinIcons = { video: Clapperboard, image: Image, score: Music, voice: AudioLines };

/** What can go into the film: the items of its project, or of the whole library. */
export function DeskBin() {
  const t = useTranslations("desk.bin");
  const desk = useFilmDesk();
  const generators = useGenerators();
  const project = useDesk(({ film }) => film.project);
  const [isWhole, setWhole] = useState(false);
  const [kind, setKind] = useState<BinKind>("all");
  const [isSearching, setSearching] = useState(false);
  const [text, setText] = useState("");
  const q = useSettledText(text, searchDelayMs).trim();
  const document = useDesk((state) => state.document);
  const uses = useMemo(() => listUses(document), [document]);
  const pages = useBinItems(isWhole ? null : (project?.id ?? null), kind, q);
  return (
    <section aria-label={t("title")} className="flex h-full min-h-0 flex-col gap-2.5 pt-3.5">
      <header className="flex h-7.5 items-center gap-2 px-4">
        <h2 className="text-sm font-semibold">{t("title")}</h2>
        <BinSource project={project} isWhole={isWhole || !project} onChoose={setWhole} />
        <IconButton
          label={t("search")}
          aria-expanded={isSearching}
          className="-mr-1.5 ml-auto"
          onClick={() => {
            setSearching(!isSearching);
            setText("");
          }}
        >
          <Search aria-hidden />
        </IconButton>
      </header>
      {isSearching ? (
        <div className="px-4">
          <SearchInput
            autoFocus
            aria-label={t("search")}
            placeholder={t("search")}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onClear={() => setText("")}
            clearLabel={t("clear")}
          />
        </div>
      ) : null}
      <div className="px-4">
        <SegmentedControl
          fill
          size="small"
          label={t("kind")}
          value={kind}
          onValueChange={setKind}
          className="[&_label]:min-w-0 [&_label]:px-0"
          options={binKinds.map((value) => ({ value, label: <KindLabel kind={value} /> }))}
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 pb-4">
        {pages.isError && pages.items.length === 0 ? (
          <LoadFailed onRetry={() => void pages.refetch()} />
        ) : null}
        {!pages.isSuccess && !pages.isError ? <Skeleton className="h-40" /> : null}
        {pages.isSuccess && pages.items.length === 0 && !pages.hasNextPage ? (
          <p className="py-6 text-center text-sm text-text-3">
            {q ? t("noneFound", { q }) : project && !isWhole ? t("emptyProject") : t("empty")}
          </p>
        ) : null}
        <ul className="grid grid-flow-dense grid-cols-2 gap-x-2 gap-y-2.5">
          {pages.items.map((item) => (
            <BinItem
              key={item.id}
              item={item}
              uses={uses.get(item.id)}
              onAdd={desk.canEdit ? (added) => addItems(desk, [added], generators) : undefined}
            />
          ))}
        </ul>
        <LoadMore query={pages} />
      </div>
    </section>
  );
}

function KindLabel({ kind }: { kind: BinKind }) {
  const t = useTranslations("desk.bin");
  if (kind === "all") return t("kinds.all");
  const Icon = icons[kind];
  return (
    <>
      <Icon aria-hidden />
      <span className="sr-only">{t(`kinds.${kind}`)}</span>
    </>
  );
}

/** The numbers of the shots that use each item, as text. */
function listUses({ shots }: FilmDocument): ReadonlyMap<string, string> {
  const uses = new Map<string, number[]>();
  for (const [index, { content }] of shots.entries()) {
    if (!("itemId" in content)) continue;
    uses.set(content.itemId, [...(uses.get(content.itemId) ?? []), index + 1]);
  }
  return new Map(
    [...uses].map(([id, [first, ...more]]) => [
      id,
      more.length > 1 ? `${first}…` : [first, ...more].join(", "),
    ]),
  );
}
