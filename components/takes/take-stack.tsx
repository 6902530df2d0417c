"use client";

import { ArrowLeftRight, Columns2 } from "lucide-react";
import { Link } from "@/components/ui/link";
import { useTranslations } from "next-intl";
import { studioPlayer } from "@/components/player/studio-player";
import { listTracks } from "@/components/player/generation-tracks";
import { Button, buttonVariants } from "@/components/ui/button";
import { useEarlyPress } from "@/components/ui/use-early-press";
import { isVideo } from "@/components/video-player/video-source";
import type { IdeaStack } from "@/components/queries/idea-stacks";
import { compareAddress } from "./compare-address";
import { Take } from "./take";
import { useGenerationWords } from "./use-generation-words";

interface TakeStackProps {
  stack: IdeaStack;
  onOpen: (generationId: string, position: number) => void;
  /** Has the newest take of the list, whose actions are always visible. */
  newest?: boolean;
}

/** The takes of one idea under its title, newest first, with a comparison of the two newest. Loaded on demand. */
export default function TakeStack({ stack, onOpen, newest = false }: TakeStackProps) {
  const t = useTranslations("takes.stack");
  const words = useGenerationWords();
  const { takes } = stack;
  const earlyCompare = useEarlyPress(`compare ${takes[0]!.id}`);
  // The shared text; takes with a custom title show it themselves.
  const title = words.ownWords(takes[0]!);
  const tracks = takes.flatMap((generation) => listTracks(generation));
  const [latest] = tracks;
  const other = tracks.find(({ id }) => id !== latest?.id);
  const [newer, older] = takes.filter(({ outputs }) => outputs.some(isVideo));

  return (
    <section aria-label={t("label", { title, count: takes.length })} className="min-w-0">
      <header className="mb-2 flex min-h-7.5 items-center gap-x-3 max-md:flex-wrap">
        <h2
          className="line-clamp-2 min-w-0 text-base font-medium tracking-[-0.005em] max-md:w-full md:line-clamp-1"
          dir="auto"
          title={title}
        >
          {title}
        </h2>
        <p className="shrink-0 text-xs text-text-3">{t("count", { count: takes.length })}</p>
        {latest && other ? (
          <Button
            {...earlyCompare}
            variant="ghost"
            size="small"
            className="ml-auto shrink-0 text-text-2"
            onClick={() => {
              studioPlayer.playTrack(other);
              studioPlayer.compareWith(latest);
            }}
          >
            <ArrowLeftRight aria-hidden />
            {t("compare")}
          </Button>
        ) : null}
        {newer && older ? (
          <Link
            href={compareAddress(older.id, newer.id)}
            className={`${buttonVariants({ variant: "ghost", size: "small" })} ml-auto shrink-0`}
          >
            <Columns2 aria-hidden />
            {t("compare")}
          </Link>
        ) : null}
      </header>
      <ol className="grid gap-4 border-l pl-3.5">
        {takes.map((generation, index) => (
          <li key={generation.id} className="min-w-0">
            <Take
              generation={generation}
              number={generation.take!.number}
              newest={newest && index === 0}
              onOpen={onOpen}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}
