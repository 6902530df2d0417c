"use client";

import { RefreshCw } from "lucide-react";
import { useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { countCodePoints } from "@/lib/service/contract/text";
import { PlayButton } from "@/components/player/play-button";
import { listTracks } from "@/components/player/generation-tracks";
import { toSentenceText, useRemakeSentence } from "@/components/queries/use-remake-sentence";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { StateDot } from "@/components/ui/state-dot";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { useUnits } from "@/lib/i18n/units";
import { formatLength } from "@/lib/i18n/clocks";
import type { Sentence } from "@/lib/media/subtitles/subtitles-dto";
import { useGenerationWords } from "./use-generation-words";

interface RemakeSentenceProps {
  generation: GenerationDto;
  sentence: Sentence;
  /** Existing takes of the sentence, newest first. */
  takes: readonly GenerationDto[];
  /** Keeps the sentence chosen while the sound goes on. */
  onOpen: () => void;
}

/** Has one sentence spoken again, after showing the billed characters, and plays its takes. */
export function RemakeSentence({ generation, sentence, takes, onOpen }: RemakeSentenceProps) {
  const t = useTranslations("reader.remake");
  const units = useUnits();
  const remake = useRemakeSentence(generation);
  const text = toSentenceText(sentence.text);
  return (
    <Popover
      label={t("open")}
      align="end"
      variant="ghost"
      size="small"
      onClick={onOpen}
      panelClassName="w-88 max-w-[calc(100vw-1.5rem)] p-4"
      trigger={
        <>
          <RefreshCw aria-hidden />
          <span className="max-sm:sr-only">{t("open")}</span>
          {takes.length > 0 ? (
            <Badge className="text-hue!">
              <span aria-hidden>{units.count(takes.length)}</span>
              <span className="sr-only">{t("takesCount", { count: takes.length })}</span>
            </Badge>
          ) : null}
        </>
      }
    >
      {() => (
        <div className="grid gap-3">
          <blockquote dir="auto" className="max-h-32 overflow-y-auto border-l-2 border-hue pl-3 text-base">
            {text}
          </blockquote>
          <p className="text-sm text-text-2">{t("counts", { count: countCodePoints(text) })}</p>
          <Button
            variant="primary"
            size="small"
            className="justify-self-start"
            pending={remake.isPending}
            onClick={() => remake.mutate(sentence.text)}
          >
            <RefreshCw aria-hidden />
            {t("send")}
          </Button>
          {takes.length > 0 ? (
            <ul aria-label={t("takes")} className="grid gap-2 border-t pt-3">
              {takes.map((take, index) => (
                <SentenceTake key={take.id} take={take} number={takes.length - index} />
              ))}
            </ul>
          ) : null}
        </div>
      )}
    </Popover>
  );
}

/** One take of a sentence: play button, link and state or length. */
function SentenceTake({ take, number }: { take: GenerationDto; number: number }) {
  const t = useTranslations("reader.remake");
  const state = useGenerationWords().state(take);
  const [track] = listTracks(take);
  return (
    <li className="flex min-h-10 items-center gap-3">
      {track ? <PlayButton track={track} className="size-8! bg-hover!" /> : null}
      <Link
        href={`/library/${take.id}`}
        className="text-sm text-text underline decoration-line-strong underline-offset-3 hover:decoration-text"
      >
        {t("take", { number })}
      </Link>
      <span className="ml-auto text-xs text-text-3">
        {state ? (
          <StateDot tone={state.tone}>
            <span>{state.words}</span>
          </StateDot>
        ) : track?.durationSeconds === undefined ? null : (
          formatLength(track.durationSeconds)
        )}
      </span>
    </li>
  );
}
