"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useMemo, useRef, useState, type KeyboardEvent, type MouseEvent } from "react";
import type { SoundGroup } from "@/components/player/sound-groups";
import { toTrack } from "@/components/player/generation-tracks";
import { seekTrack } from "@/components/player/use-player";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/progress";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import type { Sentence } from "@/lib/media/subtitles/subtitles-dto";
import { supportsToneTags } from "@/lib/service/contract/speech-marks";
import { toParagraphs, writeParagraphs } from "./paragraphs";
import { ReaderBar, type RenderRemake } from "./reader-bar";
import { ReaderParagraph } from "./reader-paragraph";
import { stepSentence, useSpokenSentence } from "./use-spoken-sentence";
import { subtitleQueries } from "./subtitles";
import { SentText, TextTools } from "./spoken-words";
import { useFollowSound } from "./use-follow-sound";
import { useSentenceTakes } from "./use-sentence-takes";

interface ReaderProps {
  generation: GenerationDto;
  /** The audio to read along with; it has subtitles. */
  group: SoundGroup;
  renderRemake: RenderRemake;
}

/** The sentence that the person selected, to play from or to act on. */
interface Selection {
  index: number;
  played: boolean;
}

/** A sentence that was played is no longer selected once playback has passed it. */
function isPassed({ index, played }: Selection, spoken: number | null): boolean {
  return played && spoken !== null && spoken > index;
}

/**
 * The spoken text, highlighted sentence by sentence in step with the audio. A press on a sentence plays from there;
 * arrows move between sentences.
 */
export function Reader({ generation, group, renderRemake }: ReaderProps) {
  const t = useTranslations("reader");
  const { data, isError, refetch } = useQuery(
    subtitleQueries.sentences({ generationId: generation.id, group: group.name }),
  );
  if (isError) {
    return (
      <Notice
        title={t("loadFailed")}
        actions={
          <Button size="small" variant="outline" onClick={() => void refetch()}>
            {t("tryAgain")}
          </Button>
        }
      />
    );
  }
  if (!data) return <ReaderSkeleton />;
  if (data.length === 0) return <Notice tone="neutral" title={t("empty")} />;
  return <ReaderText generation={generation} group={group} sentences={data} renderRemake={renderRemake} />;
}

function ReaderText({
  generation,
  group,
  sentences,
  renderRemake,
}: ReaderProps & { sentences: readonly Sentence[] }) {
  const t = useTranslations("reader");
  const containerRef = useRef<HTMLDivElement>(null);
  const hintId = useId();
  const [selection, setSelection] = useState<Selection | null>(null);
  const [asSent, setAsSent] = useState(false);
  const takesBySentence = useSentenceTakes(generation, sentences);
  const track = group.audio ? toTrack(generation, group.audio) : null;
  const { index: spoken, over } = useSpokenSentence(track?.id ?? null, sentences);
  const { following, follow } = useFollowSound(containerRef, spoken);
  const text = typeof generation.input.text === "string" ? generation.input.text : undefined;
  const paragraphs = useMemo(() => toParagraphs(sentences, text), [sentences, text]);
  const remade = useMemo(() => new Set(takesBySentence.keys()), [takesBySentence]);
  const withToneTags = supportsToneTags(generation.model);
  const selected = selection && !isPassed(selection, spoken) ? selection.index : null;
  const active = selected ?? spoken;

  function play(index: number) {
    const sentence = sentences[index];
    if (!track || !sentence) return;
    setSelection({ index, played: true });
    follow();
    seekTrack(track, sentence.startMs / 1000);
  }

  function onClick(event: MouseEvent) {
    const index = sentenceOf(event.target);
    // Selecting text with the mouse ends in a click, too.
    if (index === null || !(getSelection()?.isCollapsed ?? true)) return;
    play(index);
  }

  function onKeyDown(event: KeyboardEvent) {
    const index = sentenceOf(event.target);
    if (index === null || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      play(index);
      return;
    }
    if (event.key === "Escape") {
      setSelection(null);
      return;
    }
    const rightToLeft = getComputedStyle(event.target as Element).direction === "rtl";
    const to = stepSentence(event.key, index, sentences.length, rightToLeft);
    if (to === null) return;
    event.preventDefault();
    setSelection({ index: to, played: false });
    containerRef.current?.querySelector<HTMLElement>(`[data-sentence="${to}"]`)?.focus();
  }

  /** Whether the sentence being spoken is above the visible part. */
  const isAbove = () =>
    (containerRef.current?.querySelector("[aria-current]")?.getBoundingClientRect().top ?? 0) < 0;

  return (
    <section aria-label={t("label")} className="grid gap-3">
      <ReaderBar
        generation={generation}
        group={group}
        sentences={sentences}
        index={active}
        takes={active === null ? [] : (takesBySentence.get(active) ?? [])}
        onChoose={() => setSelection(active === null ? null : { index: active, played: false })}
        renderRemake={renderRemake}
      >
        <TextTools
          text={text ?? writeParagraphs(paragraphs)}
          asSent={asSent}
          {...(text === undefined ? {} : { onAsSentChange: setAsSent })}
        />
      </ReaderBar>
      {asSent && text !== undefined ? <SentText text={text} /> : null}
      <p id={hintId} className="sr-only">
        {t("hint")}
      </p>
      <div
        ref={containerRef}
        role="group"
        aria-label={t("sentences", { count: sentences.length })}
        aria-describedby={hintId}
        hidden={asSent}
        onClick={onClick}
        onKeyDown={onKeyDown}
        className="grid max-w-[46rem] gap-2.5 [&[hidden]]:hidden"
      >
        {paragraphs.map((paragraph) => {
          const first = paragraph.sentences[0]!.index;
          const last = paragraph.sentences.at(-1)!.index;
          const here = (index: number | null) =>
            index !== null && index >= first && index <= last ? index : null;
          return (
            <ReaderParagraph
              key={first}
              paragraph={paragraph}
              spoken={here(spoken)}
              over={here(spoken) !== null && over}
              selected={here(selected)}
              tabStop={here(active ?? 0)}
              remade={remade}
              withToneTags={withToneTags}
            />
          );
        })}
      </div>
      {spoken !== null && !following && !asSent ? (
        <div className="pointer-events-none sticky bottom-[calc(4.25rem+env(safe-area-inset-bottom)+var(--player-height))] md:bottom-[calc(var(--player-height)+1rem)] z-10 flex max-w-[46rem] justify-center">
          <Button
            size="small"
            className="pointer-events-auto bg-raised shadow-float"
            onClick={() => {
              setSelection(null);
              follow();
            }}
          >
            <BackIcon isAbove={isAbove} />
            {t("backToSound")}
          </Button>
        </div>
      ) : null}
    </section>
  );
}

function BackIcon({ isAbove }: { isAbove: () => boolean }) {
  const [above] = useState(isAbove);
  return above ? <ArrowUp aria-hidden /> : <ArrowDown aria-hidden />;
}

function sentenceOf(target: EventTarget): number | null {
  const element = target instanceof Element ? target.closest("[data-sentence]") : null;
  return element ? Number(element.getAttribute("data-sentence")) : null;
}

function ReaderSkeleton() {
  return (
    <div aria-hidden className="grid max-w-[46rem] gap-5 pt-14 md:pl-17.25">
      {[0, 1].map((paragraph) => (
        <div key={paragraph} className="grid gap-3">
          <Skeleton className="h-4.5" />
          <Skeleton className="h-4.5 w-11/12" />
          <Skeleton className="h-4.5 w-3/5" />
        </div>
      ))}
    </div>
  );
}
