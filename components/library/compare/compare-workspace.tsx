"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ArrowLeft, ArrowLeftRight, Check, ChevronDown } from "lucide-react";
import { Link } from "@/components/ui/link";
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
import { isVideo, outputAspect } from "@/components/video-player/video-source";
import type { GenerationDto, OutputDto } from "@/lib/generations/read/generation-dto";
import { listComparableVideos } from "@/components/queries/generation-lists";
import { LengthBadge } from "@/components/takes/length-badge";
import { Picture } from "@/components/takes/picture";
import { classNames } from "@/components/ui/class-names";
import { EmptyState } from "@/components/ui/empty-state";

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

/** Shows the first video and the videos to compare it with. */
function ChooseVideo({
  first,
  candidates,
  pending,
}: {
  first: GenerationDto;
  candidates: readonly GenerationDto[];
  pending: boolean;
}) {
  const t = useTranslations("watch.compare");
  const tTakes = useTranslations("takes");
  const words = useGenerationWords();
  if (pending) return null;
  if (candidates.length === 0) return <EmptyState title={t("nothing")}>{t("nothingHint")}</EmptyState>;
  return (
    <section aria-label={t("choose")}>
      <FirstVideo generation={first} />
      <h2 className="mt-6 text-base font-medium">{t("choose")}</h2>
      <p className="mb-4 text-sm text-text-3">{t("chooseHint")}</p>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(14rem,100%),1fr))] gap-x-3 gap-y-5">
        {candidates.map((generation) => {
          const output = generation.outputs.find(isVideo)!;
          const title = words.title(generation);
          return (
            <li key={generation.id}>
              <Link href={compareAddress(first.id, generation.id)} className="group grid gap-1.5 rounded-md">
                <Poster output={output} className="transition-opacity group-hover:opacity-85" />
                <span className="truncate text-sm font-medium" dir="auto">
                  {title}
                </span>
                <span className="truncate text-xs text-text-3">
                  {[
                    // Only takes of the same idea need their number.
                    generation.take && generation.take.idea === first.take?.idea
                      ? tTakes("stack.take", { number: generation.take.number })
                      : null,
                    words.facts(generation),
                  ]
                    .filter(Boolean)
                    .join(tTakes("factSeparator"))}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The video that the others are compared with. */
function FirstVideo({ generation }: { generation: GenerationDto }) {
  const t = useTranslations("watch.compare");
  const tTakes = useTranslations("takes");
  const words = useGenerationWords();
  return (
    <div
      role="group"
      aria-label={t("first")}
      data-generator={generation.generator}
      className="flex items-center gap-3.5"
    >
      <Poster output={generation.outputs.find(isVideo)!} className="w-36 shrink-0 sm:w-56" />
      <div className="grid min-w-0 gap-1">
        <span className="grid size-6 place-items-center rounded-sm bg-hue/15 text-xs font-semibold text-hue">
          A
        </span>
        <p className="line-clamp-2 text-sm font-medium" dir="auto">
          {words.title(generation)}
        </p>
        <p className="text-xs text-text-3">
          {[
            generation.take ? tTakes("stack.take", { number: generation.take.number }) : null,
            words.facts(generation),
          ]
            .filter(Boolean)
            .join(tTakes("factSeparator"))}
        </p>
      </div>
    </div>
  );
}

function Poster({ output, className }: { output: OutputDto; className?: string }) {
  const t = useTranslations("takes");
  return (
    <span
      className={classNames("relative block aspect-video overflow-hidden rounded-md bg-raised", className)}
    >
      <Picture
        url={output.url}
        width={output.width}
        height={output.height}
        alt=""
        sizes="18rem"
        brokenLabel={t("video.noPoster")}
        className={outputAspect(output) < 1.4 ? "object-contain!" : undefined}
      />
      <LengthBadge output={output} className="absolute bottom-2 left-2" />
    </span>
  );
}
