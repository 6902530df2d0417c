"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@/components/ui/link";
import { useTranslations } from "next-intl";
import { useGenerators } from "@/components/generators";
import { flattenPages, generationQueries } from "@/components/queries/generation-queries";
import { useGenerationWords } from "@/components/takes/use-generation-words";
import { GeneratorIcon } from "@/components/shell/generator-icon";
import { StateDot } from "@/components/ui/state-dot";
import { useCallback, useMemo, useRef, type CSSProperties } from "react";
import { classNames } from "@/components/ui/class-names";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { findSharedIdeas } from "@/components/queries/idea-stacks";
import type { JustifiedRow } from "../library/justified-rows";
import { listTracks } from "@/components/player/generation-tracks";
import { ListedTracks } from "@/components/takes/listed-tracks";
import type { LibraryTile } from "../library/generation-tiles";
import { LibraryTileView } from "../library/library-tile";
import { useWidth } from "@/components/takes/use-place";
import type { RememberedWidth } from "@/lib/appearance/remembered-width";
import { LaidOutFor } from "../library/laid-out-for";
import { layOutShelf, listKept, shelfGapPx, shelfRows } from "./shelf-rows";

interface LibraryShelfProps {
  generations: readonly GenerationDto[];
  /** What the server lays the rows out for. */
  remembered: RememberedWidth;
}

/** Usual widths of the shelf. If the server does not know the actual one, it reserves the height of the rows at these. */
const usualWidthsPx = { phone: 358, tablet: 560, desktop: 1024 };

function heightOf(rows: readonly JustifiedRow<LibraryTile>[]): number {
  return rows.reduce((sum, { heightPx }) => sum + heightPx, shelfGapPx * Math.max(0, rows.length - 1));
}

/** The first few rows of a library. */
function LibraryShelf({ generations, remembered }: LibraryShelfProps) {
  const generators = useGenerators();
  const placeRef = useRef<HTMLDivElement>(null);
  const widthPx = useWidth(placeRef, remembered);
  const sharedIdeas = useMemo(() => findSharedIdeas(generations), [generations]);
  const layOut = useCallback(
    (availablePx: number) =>
      layOutShelf(generations, { generators, widthPx: availablePx }).slice(0, shelfRows),
    [generations, generators],
  );
  const shown = useMemo(() => layOut(widthPx), [layOut, widthPx]);
  const isMeasured = widthPx > 0;
  const reserve = (usualPx: number) => `${Math.round(heightOf(layOut(usualPx)))}px`;
  return (
    <ListedTracks items={generations} toTracks={listTracks}>
      <div
        ref={placeRef}
        data-results=""
        className={classNames(
          "@container/results grid content-start gap-2",
          isMeasured
            ? "min-h-43"
            : "min-h-(--reserved-phone) md:min-h-(--reserved-tablet) lg:min-h-(--reserved-desktop)",
        )}
        style={
          isMeasured
            ? { minHeight: heightOf(shown) }
            : ({
                "--reserved-phone": reserve(usualWidthsPx.phone),
                "--reserved-tablet": reserve(usualWidthsPx.tablet),
                "--reserved-desktop": reserve(usualWidthsPx.desktop),
              } as CSSProperties)
        }
      >
        {isMeasured && widthPx === remembered.widthPx ? <LaidOutFor widthPx={widthPx} /> : null}
        {shown.map((row) => (
          <ul key={row.cells[0]?.item.key} className="flex gap-2">
            {row.cells.map(({ item, index, widthPx: tileWidthPx }) => (
              <LibraryTileView
                key={item.key}
                tile={item}
                index={index}
                widthPx={tileWidthPx}
                heightPx={row.heightPx}
                sharedIdeas={sharedIdeas}
                eager={row === shown[0]}
              />
            ))}
          </ul>
        ))}
      </div>
    </ListedTracks>
  );
}

const shownRunning = 5;

/** The generations that are running, and the latest results. */
export function HomeRecent({ remembered }: { remembered: RememberedWidth }) {
  const generators = useGenerators();
  const t = useTranslations("home");
  const words = useGenerationWords();
  const active = flattenPages(useInfiniteQuery(generationQueries.active()).data);
  const latest = flattenPages(useInfiniteQuery(generationQueries.list({})).data);
  const kept = useMemo(() => listKept(latest), [latest]);
  return (
    <>
      {active.length > 0 ? (
        <section aria-label={t("running")} className="mt-8">
          <HeadingWithLink title={t("running")} href="/activity" link={t("allActivity")} />
          <ul>
            {active.slice(0, shownRunning).map((generation) => {
              const generator = generators.find(({ id }) => id === generation.generator);
              const state = words.state(generation);
              return (
                <li
                  key={generation.id}
                  data-generator={generation.generator}
                  className="flex items-center gap-3 border-b py-2.5 last:border-b-0"
                >
                  {generator ? (
                    <GeneratorIcon generator={generator} className="size-4 shrink-0 text-hue" />
                  ) : null}
                  <Link
                    href={`/library/${generation.id}`}
                    dir="auto"
                    className="min-w-0 flex-1 truncate rounded-xs text-base hover:underline hover:underline-offset-3"
                  >
                    {words.title(generation)}
                  </Link>
                  {state ? (
                    <StateDot tone={state.tone} className="shrink-0">
                      <span>{state.words}</span>
                    </StateDot>
                  ) : null}
                </li>
              );
            })}
          </ul>
        </section>
      ) : null}
      {kept.length > 0 ? (
        <section aria-label={t("latest")} className="mt-8">
          <HeadingWithLink title={t("latest")} href="/library" link={t("wholeLibrary")} />
          <LibraryShelf generations={kept} remembered={remembered} />
        </section>
      ) : null}
    </>
  );
}

function HeadingWithLink({ title, href, link }: { title: string; href: string; link: string }) {
  return (
    <div className="mb-1 flex items-baseline justify-between gap-4 pb-2">
      <h2 className="text-base font-medium">{title}</h2>
      <Link href={href} className="rounded-xs text-sm text-text-3 hover:text-text">
        {link}
      </Link>
    </div>
  );
}
