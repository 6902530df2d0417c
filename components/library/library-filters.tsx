"use client";

import { useQuery } from "@tanstack/react-query";
import { Award, Cpu, Frame, Shapes, SlidersHorizontal, Star, Tag } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { useGenerators } from "@/components/generators";
import { itemQueries } from "@/components/queries/item-queries";
import { Button } from "@/components/ui/button";
import { FetchedPart } from "@/components/ui/fetched-part";
import { formatLength } from "@/lib/i18n/clocks";
import { itemKinds, itemShapes } from "@/lib/items/item-names";
import { FilterMenu, type FilterProps } from "./filter-menu";
import { TimeFilter } from "./time-filter";

/** Filters of lengths, in seconds. */
const lengths: readonly { min?: number; max?: number }[] = [
  { max: 30 },
  { min: 30, max: 120 },
  { min: 120, max: 600 },
  { min: 600 },
];

const loadMoreFilters = () => import("./more-filters");

/** The filters of the library in one row, which scrolls on a phone. */
export function LibraryFilters({ view, onShow }: FilterProps) {
  const t = useTranslations("library.filters");
  const [isNear, setNear] = useState(false);
  const { data: facets } = useQuery({ ...itemQueries.facets(), enabled: isNear });
  const want = () => setNear(true);
  const [showsAll, setShowsAll] = useState(false);
  const moreId = useId();
  const { voice, project, minBytes, maxBytes, sandbox } = view;
  const hasMore = [voice, project, minBytes, maxBytes, sandbox].some((value) => value !== undefined);
  return (
    <div
      className="-mx-4 flex w-[calc(100%+2rem)] items-center gap-2 px-4 max-md:[scrollbar-width:none] max-md:overflow-x-auto max-md:py-1 md:mx-0 md:w-full md:flex-wrap md:px-0"
      onPointerEnter={want}
      onFocus={want}
    >
      <KindFilter view={view} onShow={onShow} />
      <FilterMenu
        label={t("model")}
        icon={<Cpu aria-hidden />}
        value={view.model ?? t("anyModel")}
        isSet={view.model !== undefined}
        onRemove={() => onShow({ model: undefined })}
        options={[
          undefined,
          ...new Set([...(facets?.models ?? []), ...(view.model ? [view.model] : [])]),
        ].map((model) => ({
          label: model ?? t("anyModel"),
          isChosen: view.model === model,
          onChoose: () => onShow({ model }),
        }))}
      />
      <TimeFilter view={view} onShow={onShow} />
      <ShapeFilter view={view} onShow={onShow} />
      <Button
        variant="outline"
        aria-pressed={view.favourite === "true"}
        className="aria-pressed:border-line-strong aria-pressed:text-text"
        onClick={() => onShow({ favourite: view.favourite ? undefined : "true" })}
      >
        <Star aria-hidden className={view.favourite ? "fill-current" : undefined} />
        {t("favourites")}
      </Button>
      <RatingFilter view={view} onShow={onShow} />
      <FilterMenu
        label={t("tag")}
        icon={<Tag aria-hidden />}
        value={view.tag ?? t("anyTag")}
        isSet={view.tag !== undefined}
        onRemove={() => onShow({ tag: undefined })}
        options={[undefined, ...new Set([...(facets?.tags ?? []), ...(view.tag ? [view.tag] : [])])].map(
          (tag) => ({
            label: tag ?? t("anyTag"),
            isChosen: view.tag === tag,
            onChoose: () => onShow({ tag }),
          }),
        )}
        more={facets?.tags.length === 0 ? [{ kind: "heading", label: t("noTags") }] : []}
      />
      <Button
        variant="ghost"
        aria-expanded={showsAll}
        aria-controls={moreId}
        onClick={() => setShowsAll((before) => !before)}
      >
        <SlidersHorizontal aria-hidden />
        {t(showsAll ? "fewer" : "more")}
      </Button>
      <div id={moreId} className="contents">
        {showsAll || hasMore ? (
          <FetchedPart
            load={loadMoreFilters}
            props={{
              view,
              onShow: (changes: Parameters<typeof onShow>[0]) => {
                // A filter whose button has the focus stays when it is removed.
                setShowsAll(true);
                onShow(changes);
              },
              all: showsAll,
            }}
            onFailed={() => setShowsAll(false)}
          />
        ) : null}
      </div>
    </div>
  );
}

/** What made it, or what it is. */
function KindFilter({ view, onShow }: FilterProps) {
  const t = useTranslations("library.filters");
  const generators = useGenerators();
  const generator = generators.find(({ id }) => id === view.generator);
  const isSet = generator !== undefined || view.kind !== undefined;
  return (
    <FilterMenu
      label={t("kind")}
      icon={<Shapes aria-hidden />}
      value={generator?.name ?? (view.kind ? t(`kinds.${view.kind}`) : t("allKinds"))}
      isSet={isSet}
      onRemove={() => onShow({ generator: undefined, kind: undefined })}
      options={[
        {
          label: t("allKinds"),
          isChosen: !isSet,
          onChoose: () => onShow({ generator: undefined, kind: undefined }),
        },
        ...itemKinds.map((kind) => ({
          label: t(`kinds.${kind}`),
          isChosen: view.kind === kind,
          onChoose: () => onShow({ kind, generator: undefined }),
        })),
        ...generators.map(({ id, name }) => ({
          label: name,
          isChosen: view.generator === id,
          onChoose: () => onShow({ generator: id, kind: undefined }),
        })),
      ]}
    />
  );
}

function ShapeFilter({ view, onShow }: FilterProps) {
  const t = useTranslations("library.filters");
  const { shape, minSeconds: min, maxSeconds: max } = view;

  function nameLength({ min, max }: { min?: number | undefined; max?: number | undefined }): string {
    if (min === undefined) return t("upTo", { length: formatLength(max ?? 0) });
    if (max === undefined) return t("atLeast", { length: formatLength(min) });
    return t("lengthBetween", { from: formatLength(min), until: formatLength(max) });
  }

  const hasLength = min !== undefined || max !== undefined;
  const isSet = shape !== undefined || hasLength;
  return (
    <FilterMenu
      label={t("shape")}
      icon={<Frame aria-hidden />}
      value={shape ? t(`shapes.${shape}`) : hasLength ? nameLength({ min, max }) : t("anyShape")}
      isSet={isSet}
      onRemove={() => onShow({ shape: undefined, minSeconds: undefined, maxSeconds: undefined })}
      options={[
        {
          label: t("anyShape"),
          isChosen: !isSet,
          onChoose: () => onShow({ shape: undefined, minSeconds: undefined, maxSeconds: undefined }),
        },
        ...itemShapes.map((each) => ({
          label: t(`shapes.${each}`),
          isChosen: shape === each,
          onChoose: () => onShow({ shape: each, minSeconds: undefined, maxSeconds: undefined }),
        })),
        ...lengths.map((length) => ({
          label: nameLength(length),
          isChosen: hasLength && length.min === min && length.max === max,
          onChoose: () => onShow({ shape: undefined, minSeconds: length.min, maxSeconds: length.max }),
        })),
      ]}
    />
  );
}

function RatingFilter({ view: { rating }, onShow }: FilterProps) {
  const t = useTranslations("library.filters");
  const nameRating = (count: number | undefined) =>
    count === undefined ? t("anyRating") : count === 5 ? t("fiveStars") : t("stars", { count });
  return (
    <FilterMenu
      label={t("rating")}
      icon={<Award aria-hidden />}
      value={nameRating(rating)}
      isSet={rating !== undefined}
      onRemove={() => onShow({ rating: undefined })}
      options={[undefined, 5, 4, 3, 2, 1].map((count) => ({
        label: nameRating(count),
        isChosen: rating === count,
        onChoose: () => onShow({ rating: count }),
      }))}
    />
  );
}
