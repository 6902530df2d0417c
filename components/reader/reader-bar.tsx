"use client";

import { Captions } from "lucide-react";
import { useTranslations } from "next-intl";
import { Fragment, type ReactNode } from "react";
import type { SoundGroup } from "@/components/player/sound-groups";
import { Menu } from "@/components/ui/menu";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { formatClock } from "@/lib/i18n/clocks";
import type { Sentence } from "@/lib/media/subtitles/subtitles-dto";
import { useSubtitleDownloads } from "./subtitles";

/** Renders the button that has a sentence spoken again. */
export type RenderRemake = (props: {
  sentence: Sentence;
  /** Takes of the sentence, newest first. */
  takes: readonly GenerationDto[];
  /** Keeps the sentence selected while playback continues. */
  onOpen: () => void;
}) => ReactNode;

interface ReaderBarProps {
  generation: GenerationDto;
  group: SoundGroup;
  sentences: readonly Sentence[];
  /** The sentence to act on: the selected one, else the one being spoken. */
  index: number | null;
  /** Takes of that sentence, newest first. */
  takes: readonly GenerationDto[];
  /** Keeps the sentence at `index` selected while playback continues. */
  onChoose: () => void;
  renderRemake: RenderRemake;
  /** Tools for the whole text. */
  children: ReactNode;
}

/** The sticky bar above the text: the current sentence and its tools, and the subtitle downloads. */
export function ReaderBar({
  generation,
  group,
  sentences,
  index,
  takes,
  onChoose,
  renderRemake,
  children,
}: ReaderBarProps) {
  const t = useTranslations("reader");
  const downloads = useSubtitleDownloads(generation, group);
  const sentence = index === null ? undefined : sentences[index];
  return (
    <div
      data-reader-bar=""
      className="sticky top-0 z-10 -mx-1 flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-b bg-ground px-1 py-2"
    >
      <p className="mr-auto flex items-baseline gap-2.5 text-sm">
        {sentence ? (
          <>
            <span className="text-text">
              {t("position", { number: sentence.index + 1, count: sentences.length })}
            </span>
            <span className="font-mono text-2xs text-text-3">{formatClock(sentence.startMs / 1000)}</span>
          </>
        ) : (
          <>
            <span className="text-text">{t("sentences", { count: sentences.length })}</span>
            <span className="text-xs text-text-3 max-sm:hidden">{t("begin")}</span>
          </>
        )}
      </p>
      {sentence && generation.deletedAt === null ? (
        <Fragment key={sentence.index}>{renderRemake({ sentence, takes, onOpen: onChoose })}</Fragment>
      ) : null}
      <div className="flex gap-0.5">
        {children}
        <Menu
          items={downloads}
          label={t("downloads.label")}
          data-tooltip={t("downloads.label")}
          variant="ghost"
          size="icon-small"
        >
          <Captions aria-hidden />
        </Menu>
      </div>
    </div>
  );
}
