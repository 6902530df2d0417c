"use client";

import { Captions } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { SoundGroup } from "@/components/takes/sound-groups";
import { Menu } from "@/components/ui/menu";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { formatClock } from "@/lib/i18n/units";
import { RemakeSentence } from "./remake-sentence";
import type { Sentence } from "@/lib/media/subtitles/subtitles-dto";
import { useSubtitleDownloads } from "./use-subtitle-downloads";

export interface ReaderBarProps {
  generation: GenerationDto;
  group: SoundGroup;
  sentences: readonly Sentence[];
  /** The sentence that is meant: the one chosen, else the one that is heard. */
  index: number | null;
  /** What was made of it anew. */
  takes: readonly GenerationDto[];
  /** The person means the sentence of `index`, whatever is heard from here on. */
  onChoose: () => void;
  /** What can be done with the whole text. */
  children: ReactNode;
}

/** Stays above the text: which sentence it is, what can be done with it, the subtitles as files. */
export function ReaderBar({
  generation,
  group,
  sentences,
  index,
  takes,
  onChoose,
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
        <RemakeSentence
          key={sentence.index}
          generation={generation}
          sentence={sentence}
          takes={takes}
          onOpen={onChoose}
        />
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
