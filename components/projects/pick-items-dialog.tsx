"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { AudioLines, Check, Clapperboard } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { moveBetweenChoices } from "@/components/form/library-choices";
import { itemUrl } from "@/components/library/item-track";
import { SelectionMessages } from "@/components/library/selection/selection-messages";
import { flattenItems, itemQueries } from "@/components/queries/item-queries";
import { LoadFailed } from "@/components/takes/load-failed";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { Skeleton } from "@/components/ui/progress";
import { SearchInput } from "@/components/ui/search-input";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { useSettledText } from "@/components/ui/use-settled-text";
import { formatLength } from "@/lib/i18n/clocks";
import type { ItemDto } from "@/lib/items/item-dto";
import { itemKinds } from "@/lib/items/item-names";
import type { ProjectDto } from "@/lib/projects/project-dto";
import { useProjectTask } from "./use-project-task";

interface PickItemsProps {
  project: ProjectDto;
  onClose: () => void;
}

/** Chooses items of the library for a project. Loaded on demand, hence the default export. */
export default function PickItemsDialog(props: PickItemsProps) {
  return (
    <SelectionMessages>
      <PickItems {...props} />
    </SelectionMessages>
  );
}

const searchDelayMs = 200;
const kinds = ["all", ...itemKinds] as const;
const gridClass = "grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-2";

function PickItems({ project, onClose }: PickItemsProps) {
  const t = useTranslations("selection.pick");
  const tProjects = useTranslations("projects");
  const { add } = useProjectTask();
  const [text, setText] = useState("");
  const q = useSettledText(text, searchDelayMs);
  const [kind, setKind] = useState<(typeof kinds)[number]>("all");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [pending, setPending] = useState(false);
  const query = useInfiniteQuery(
    itemQueries.list({ ...(q ? { q } : {}), ...(kind === "all" ? {} : { kind }) }),
  );
  const items = flattenItems(query.data);

  const toggle = (id: string) =>
    setChosen((before) => (before.includes(id) ? before.filter((each) => each !== id) : [...before, id]));

  async function submit() {
    if (chosen.length === 0 || pending) return;
    setPending(true);
    await add(project.id, { ids: [...chosen], count: chosen.length });
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={tProjects("fromLibrary")}
      closeLabel={tProjects("close")}
      size="large"
      footer={
        <Button
          variant="primary"
          pending={pending}
          disabled={chosen.length === 0}
          onClick={() => void submit()}
        >
          {t("add", { count: chosen.length })}
        </Button>
      }
    >
      <div onKeyDown={moveBetweenChoices}>
        <Field label={t("search")} hideLabel className="mb-3">
          <SearchInput
            data-autofocus=""
            placeholder={t("search")}
            clearLabel={t("clear")}
            value={text}
            onClear={() => setText("")}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </Field>
        <SegmentedControl
          label={tProjects("kinds.label")}
          size="small"
          className="mb-3"
          value={kind}
          onValueChange={setKind}
          options={kinds.map((value) => ({ value, label: tProjects(`kinds.${value}`) }))}
        />
        {query.isError ? <LoadFailed onRetry={() => void query.refetch()} /> : null}
        {query.isPending ? (
          <div aria-hidden className={gridClass}>
            {Array.from({ length: 8 }, (_, index) => (
              <Skeleton key={index} className="aspect-square" />
            ))}
          </div>
        ) : null}
        {query.isSuccess && items.length === 0 ? (
          <EmptyState title={t(q || kind !== "all" ? "nothingFound" : "empty")} />
        ) : null}
        <ul className={gridClass}>
          {items.map((item) => (
            <li key={item.id}>
              <Choice item={item} chosen={chosen.includes(item.id)} onToggle={() => toggle(item.id)} />
            </li>
          ))}
        </ul>
        {query.hasNextPage ? (
          <div className="mt-4 flex justify-center">
            <Button pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t("more")}
            </Button>
          </div>
        ) : null}
      </div>
    </Dialog>
  );
}

/** One item, which a press adds to what is chosen or removes from it. */
function Choice({ item, chosen, onToggle }: { item: ItemDto; chosen: boolean; onToggle: () => void }) {
  const { kind, name, durationSeconds } = item;
  const Icon = kind === "audio" ? AudioLines : Clapperboard;
  return (
    <button
      type="button"
      data-choice=""
      aria-pressed={chosen}
      aria-label={name}
      data-tooltip={name}
      onClick={onToggle}
      className={classNames(
        "relative block aspect-square w-full overflow-hidden rounded-md border border-line bg-raised transition-colors hover:border-line-strong",
        chosen && "border-text! ring-2 ring-text",
      )}
    >
      {kind === "audio" ? (
        <span className="line-clamp-4 p-2.5 pt-8 text-left text-2xs text-text-2" dir="auto">
          {name}
        </span>
      ) : (
        // The studio's own thumbnail, already sized and cached.
        <img
          src={`${itemUrl(item)}?width=320`}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          className="size-full object-cover"
        />
      )}
      {kind === "image" ? null : (
        <span className="absolute bottom-1.5 left-1.5 flex items-center gap-1 rounded-xs bg-black/62 px-1.5 py-0.5 text-2xs text-white tabular-nums">
          <Icon aria-hidden className="size-3.5" />
          {durationSeconds === undefined ? null : formatLength(durationSeconds)}
        </span>
      )}
      {chosen ? (
        <span className="absolute top-1.5 left-1.5 grid size-5.5 place-items-center rounded-full bg-text text-ground">
          <Check aria-hidden strokeWidth={3} className="size-3.5" />
        </span>
      ) : null}
    </button>
  );
}
