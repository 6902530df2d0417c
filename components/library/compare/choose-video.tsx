"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { compareAddress } from "@/components/takes/compare-address";
import { LengthBadge } from "@/components/takes/length-badge";
import { Picture } from "@/components/takes/picture";
import { useGenerationWords } from "@/components/takes/use-generation-words";
import { classNames } from "@/components/ui/class-names";
import { EmptyState } from "@/components/ui/empty-state";
import { isVideo, outputAspect } from "@/components/video-player/video-source";
import type { GenerationDto, OutputDto } from "@/lib/generations/read/generation-dto";

/** Shows the first video and the videos to compare it with. */
export function ChooseVideo({
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
              <Link
                href={compareAddress(first.id, generation.id)}
                prefetch={false}
                className="group grid gap-1.5 rounded-md"
              >
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
