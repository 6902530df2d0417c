"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { flattenPages, generationQueries } from "@/components/queries/generation-queries";
import { itemQueries } from "@/components/queries/item-queries";
import type { Shot } from "@/lib/films/film-document";
import { isSeen, toFilmItem } from "@/lib/films/from-item";
import type { ItemDto } from "@/lib/items/item-dto";
import { useFilmDesk } from "../desk/use-desk";
import { replaceTake } from "./replace-take";

const mostTakes = 8;

/** The other takes of the idea that a shot shows, with all images of each, one press away. Nothing where there is no other. */
export function OtherTakes({ shot, itemId }: { shot: Shot; itemId: string }) {
  const { data: item } = useQuery({ ...itemQueries.one(itemId), retry: false });
  const { data: generation } = useQuery({
    ...generationQueries.detail(item?.generationId ?? ""),
    enabled: item !== undefined,
  });
  const idea = generation?.take?.idea;
  const { data } = useInfiniteQuery({ ...generationQueries.takes(idea ?? ""), enabled: idea !== undefined });
  const takes = flattenPages(data)
    .filter(({ outputs }) => outputs.length > 0)
    .slice(0, mostTakes);
  if (!generation || (takes.length < 2 && generation.outputs.length < 2)) return null;
  // A generation without another take has no idea.
  const ids = takes.length > 0 ? takes.map(({ id }) => id) : [generation.id];
  return <TakeRow shot={shot} itemId={itemId} takes={ids} />;
}

function TakeRow({ shot, itemId, takes }: { shot: Shot; itemId: string; takes: readonly string[] }) {
  const t = useTranslations("desk.inspector");
  return (
    <div>
      <h3 className="pb-1.5 text-xs text-text-3">{t("takes")}</h3>
      <ul aria-label={t("takes")} className="grid grid-cols-4 gap-1.5">
        {takes.map((id) => (
          <TakeItems key={id} shot={shot} itemId={itemId} generationId={id} />
        ))}
      </ul>
    </div>
  );
}

function TakeItems({ shot, itemId, generationId }: { shot: Shot; itemId: string; generationId: string }) {
  const { data } = useQuery(itemQueries.ofGeneration(generationId));
  return (data?.items ?? [])
    .filter(isSeen)
    .map((item) => <TakeButton key={item.id} shot={shot} item={item} isShown={item.id === itemId} />);
}

function TakeButton({ shot, item, isShown }: { shot: Shot; item: ItemDto; isShown: boolean }) {
  const t = useTranslations("desk.inspector");
  const desk = useFilmDesk();
  return (
    <li>
      <button
        type="button"
        aria-pressed={isShown}
        disabled={!desk.canEdit}
        onClick={() => !isShown && replaceTake(desk, shot, toFilmItem(item))}
        className="relative block aspect-video w-full overflow-hidden rounded-xs bg-raised aria-pressed:outline-2 aria-pressed:outline-text"
      >
        <img
          src={`/api/media/${item.assetId}?width=160`}
          alt={t("useTake", { number: item.take ?? 1, name: item.name })}
          draggable={false}
          className="size-full object-cover"
        />
        <span
          aria-hidden
          className="absolute top-0.5 left-0.5 rounded-xs bg-black/72 px-1 text-2xs leading-4 text-white"
        >
          {item.take ?? 1}
        </span>
      </button>
    </li>
  );
}
