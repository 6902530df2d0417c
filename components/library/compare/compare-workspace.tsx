"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ArrowLeft, ArrowLeftRight, Check, ChevronDown } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useGenerators } from "@/components/generators";
import { flattenPages, generationQueries } from "@/components/queries/generation-queries";
import { compareAddress } from "@/components/takes/compare-address";
import { useGenerationWords } from "@/components/takes/use-generation-words";
import { useGuardedNavigation } from "@/components/shell/use-open-page";
import { Button } from "@/components/ui/button";
import { Menu } from "@/components/ui/menu";
import { VideoComparison, type ComparedVideo } from "@/components/video-player/video-comparison";
import { isVideo } from "@/components/video-player/video-source";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { ChooseVideo } from "./choose-video";
import { listComparableVideos } from "@/components/queries/generation-lists";

/** The most entries of a menu. */
const offeredMax = 12;

interface CompareWorkspaceProps {
  firstId: string;
  /** Null until it is chosen. */
  secondId: string | null;
}

/** Two videos in step, each with a menu to replace it. */
export function CompareWorkspace({ firstId, secondId }: CompareWorkspaceProps) {
  const t = useTranslations("watch.compare");
  const tTakes = useTranslations("takes");
  const words = useGenerationWords();
  const router = useRouter();
  const guard = useGuardedNavigation();
  const { data: first } = useQuery(generationQueries.detail(firstId));
  const { data: second } = useQuery({
    ...generationQueries.detail(secondId ?? firstId),
    enabled: secondId !== null,
  });
  const list = useInfiniteQuery(generationQueries.list(listComparableVideos(useGenerators())));
  if (!first) return null;
  const candidates = flattenPages(list.data)
    .filter(({ id, outputs }) => id !== firstId && id !== secondId && outputs.some(isVideo))
    .toSorted((left, right) => Number(isSameIdea(right, first)) - Number(isSameIdea(left, first)));

  const compare = (side: "a" | "b", generation: GenerationDto, other: string): ComparedVideo => ({
    generation,
    output: generation.outputs.find(isVideo)!,
    title: nameTake(generation, words.title(generation), tTakes),
    caption: <Caption side={side} generation={generation} candidates={candidates} other={other} />,
  });
  return (
    <div className="flex-1">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b page-x py-3 md:py-4">
        <Link
          href={`/library/${firstId}`}
          prefetch={false}
          className="-ml-1.5 flex h-7.5 items-center gap-1.5 rounded-sm px-1.5 text-sm text-text-2 hover:text-text"
        >
          <ArrowLeft aria-hidden className="size-4" />
          {t("back")}
        </Link>
        <h1 className="text-base font-medium">{t("title")}</h1>
        {secondId ? (
          <Button
            variant="ghost"
            size="small"
            className="ml-auto"
            onClick={() => guard(() => router.replace(compareAddress(secondId, firstId)))}
          >
            <ArrowLeftRight aria-hidden />
            {t("swap")}
          </Button>
        ) : null}
      </header>
      <div className="page-x w-full max-w-7xl py-5">
        {secondId && second ? (
          <VideoComparison a={compare("a", first, secondId)} b={compare("b", second, firstId)} />
        ) : (
          <ChooseVideo first={first} candidates={candidates} pending={list.isPending} />
        )}
      </div>
    </div>
  );
}

function isSameIdea(left: GenerationDto, right: GenerationDto): boolean {
  return left.take !== undefined && left.take.idea === right.take?.idea;
}

function Caption({
  side,
  generation,
  candidates,
  other,
}: {
  side: "a" | "b";
  generation: GenerationDto;
  candidates: readonly GenerationDto[];
  /** Id of the video on the other side. */
  other: string;
}) {
  const t = useTranslations("watch.compare");
  const tTakes = useTranslations("takes");
  const words = useGenerationWords();
  const router = useRouter();
  const guard = useGuardedNavigation();
  const take = generation.take ? tTakes("stack.take", { number: generation.take.number }) : null;
  const facts = [take, words.facts(generation)].filter(Boolean).join(tTakes("factSeparator"));
  return (
    <div className="flex min-w-0 items-start gap-1">
      <div className="min-w-0 flex-1">
        <Link
          href={`/library/${generation.id}`}
          prefetch={false}
          dir="auto"
          title={words.title(generation)}
          className="block truncate rounded-xs text-sm font-medium hover:underline hover:underline-offset-3"
        >
          {words.title(generation)}
        </Link>
        <p className="truncate text-xs text-text-3">{facts}</p>
      </div>
      {candidates.length > 0 ? (
        <Menu
          items={[generation, ...candidates.slice(0, offeredMax)].map((each) => ({
            label: nameTake(each, words.title(each), tTakes),
            // The current one has a check mark.
            icon: <Check aria-hidden className={each === generation ? "" : "invisible"} />,
            onSelect: () =>
              guard(() =>
                router.replace(
                  side === "a" ? compareAddress(each.id, other) : compareAddress(other, each.id),
                ),
              ),
          }))}
          label={t("change", { side: side.toUpperCase() })}
          data-tooltip={t("change", { side: side.toUpperCase() })}
          variant="ghost"
          size="icon-small"
        >
          <ChevronDown aria-hidden />
        </Menu>
      ) : null}
    </div>
  );
}

function nameTake(
  { take }: GenerationDto,
  title: string,
  t: ReturnType<typeof useTranslations<"takes">>,
): string {
  const short = title.length > 48 ? `${title.slice(0, 47).trimEnd()}…` : title;
  return take ? t("stack.takeOf", { title: short, number: take.number }) : short;
}
