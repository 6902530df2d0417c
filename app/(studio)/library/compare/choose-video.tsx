"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { compareAddress } from "@/components/media/compare-address";
import { outputAspect } from "@/components/media/generation-facts";
import { LengthBadge } from "@/components/media/length-badge";
import { Picture } from "@/components/media/picture";
import { useGenerationWords } from "@/components/media/use-generation-words";
import { EmptyState } from "@/components/ui/empty-state";
import { isVideo } from "@/components/video-player/video-source";
import type { GenerationDto } from "@/lib/generations/generation-dto";

/** Chooses the video to see beside the first one. */
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
      <h2 className="text-base font-medium">{t("choose")}</h2>
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
                <span className="relative block aspect-video overflow-hidden rounded-md bg-raised transition-opacity group-hover:opacity-85">
                  <Picture
                    url={output.url}
                    width={output.width}
                    height={output.height}
                    alt=""
                    sizes="18rem"
                    brokenLabel={tTakes("video.noPoster")}
                    className={outputAspect(output) < 1.4 ? "object-contain!" : undefined}
                  />
                  <LengthBadge output={output} className="absolute bottom-2 left-2" />
                </span>
                <span className="truncate text-sm font-medium" dir="auto">
                  {title}
                </span>
                <span className="truncate text-xs text-text-3">
                  {[
                    // Told where it tells the takes of one idea apart.
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
