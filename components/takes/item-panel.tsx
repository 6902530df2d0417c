"use client";

import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useRef, useState, type FormEvent } from "react";
import { useItemChange } from "@/components/queries/use-item-change";
import type { ItemChange } from "@/components/queries/output-items";
import { Input } from "@/components/ui/input";
import type { GenerationDto, OutputDto, OutputItemDto } from "@/lib/generations/read/generation-dto";
import { titleMaxLength } from "@/lib/items/title-line";
import { ItemButtons } from "./item-buttons";
import { ItemRating } from "./item-rating";
import { useItemKeys } from "./use-item-keys";

const tagMaxLength = 40;

export interface ItemPanelProps {
  generation: GenerationDto;
  /** The shown result. */
  output: OutputDto;
}

/**
 * What a person keeps about one result: mark, rating, tags and title. On a page, its keys work everywhere. Loaded on
 * demand, hence the default export.
 */
export default function ItemPanel({ generation, output }: ItemPanelProps) {
  const { item } = output;
  if (!item) return null;
  return <Panel key={item.id} generation={generation} output={output} item={item} />;
}

function Panel({ generation, output, item }: ItemPanelProps & { item: OutputItemDto }) {
  const t = useTranslations("takes.item");
  const { mutate } = useItemChange();
  const ref = useRef<HTMLElement>(null);
  useItemKeys({
    generationId: generation.id,
    item,
    // A lightbox has its own, also while its panel is closed.
    findTarget: () => (ref.current?.closest("dialog") ? null : window),
  });
  const results = generation.outputs.filter((each) => each.item);
  const isOne = results.length === 1;
  const number = results.indexOf(output) + 1;
  const change = (made: ItemChange) => mutate({ generationId: generation.id, item, change: made });
  return (
    <section
      ref={ref}
      aria-label={isOne ? t("labelOne") : t("label", { number })}
      className="grid gap-2.5 border-t pt-4"
    >
      <div className="-ml-1 flex items-center">
        <ItemRating rating={item.rating ?? 0} onRate={(rating) => change({ rating })} />
        {isOne || item.deletedAt !== undefined ? null : (
          <span className="ml-auto flex text-text-2">
            <ItemButtons generationId={generation.id} item={item} number={number} />
          </span>
        )}
      </div>
      {isOne && item.title === undefined ? null : (
        <Title item={item} onTitle={(title) => change({ title })} />
      )}
      <Tags
        tags={item.tags ?? []}
        onAdd={(tag) => change({ addTags: [tag] })}
        onRemove={(tag) => change({ removeTags: [tag] })}
      />
    </section>
  );
}

function Title({ item, onTitle }: { item: OutputItemDto; onTitle: (title: string | null) => void }) {
  const t = useTranslations("takes.item");
  const stored = item.title ?? "";
  const [text, setText] = useState<string | null>(null);
  function save() {
    const title = (text ?? stored).trim();
    setText(null);
    if (title !== stored) onTitle(title === "" ? null : title);
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Input
        aria-label={t("title")}
        placeholder={t("title")}
        autoComplete="off"
        dir="auto"
        maxLength={titleMaxLength}
        value={text ?? stored}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onBlur={save}
        className="h-8! text-sm!"
      />
    </form>
  );
}

interface TagsProps {
  tags: readonly string[];
  onAdd: (tag: string) => void;
  onRemove: (tag: string) => void;
}

function Tags({ tags, onAdd, onRemove }: TagsProps) {
  const t = useTranslations("takes.item");
  const id = useId();
  const [text, setText] = useState("");
  function add(event?: FormEvent) {
    event?.preventDefault();
    // As the studio stores it: in lower case, on one line.
    const tag = text.trim().toLowerCase().replaceAll(/\s+/gu, " ");
    setText("");
    if (tag !== "" && !tags.includes(tag)) onAdd(tag);
  }
  return (
    <form onSubmit={add} className="flex flex-wrap items-center gap-1.5" aria-label={t("tags")}>
      {tags.length > 0 ? (
        <ul aria-label={t("tags")} className="contents">
          {tags.map((tag) => (
            <li
              key={tag}
              className="inline-flex h-6.5 items-center gap-0.5 rounded-sm border border-line pr-0.5 pl-2 text-xs text-text-2"
            >
              <span dir="auto">{tag}</span>
              <button
                type="button"
                aria-label={t("removeTag", { tag })}
                onClick={() => onRemove(tag)}
                className="grid size-5 place-items-center rounded-xs text-text-3 hover:text-text"
              >
                <X aria-hidden className="size-3" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <Input
        id={id}
        aria-label={t("addTag")}
        placeholder={t("addTag")}
        autoComplete="off"
        dir="auto"
        maxLength={tagMaxLength}
        value={text}
        // A comma ends a tag, as it does in lists of them.
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "," || event.nativeEvent.isComposing) return;
          event.preventDefault();
          add();
        }}
        className="h-6.5! w-28! flex-auto px-2! text-xs!"
      />
    </form>
  );
}
