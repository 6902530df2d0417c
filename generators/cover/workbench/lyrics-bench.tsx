"use client";

import { useTranslations } from "next-intl";
import type { Track } from "@/components/player/track";
import { Button } from "@/components/ui/button";
import { alignLyrics } from "@/lib/covers/align-lyrics";
import { editPart, readSectionWords } from "@/lib/covers/edit-section";
import type { StructureSegment } from "@/lib/covers/read-structure";
import { SectionRow } from "./section-row";

interface LyricsBenchProps {
  track: Track;
  segments: readonly StructureSegment[];
  extracted: string;
  /** The original lyrics, if the sound is a song of the studio. */
  own: string | undefined;
  lyrics: string;
  onLyricsChange: (lyrics: string) => void;
}

/** The lyrics by part of the song. Edits change the lyrics field. */
export function LyricsBench({ track, segments, extracted, own, lyrics, onLyricsChange }: LyricsBenchProps) {
  const t = useTranslations("workbench");
  const parts = alignLyrics(segments, lyrics);
  const isEdited = extracted !== "" && lyrics.trim() !== extracted.trim();
  return (
    <div>
      <div className="mb-1.5 flex min-h-7.5 flex-wrap items-center justify-end gap-x-1">
        <h2 className="mr-auto text-sm font-medium">{t("words")}</h2>
        {own !== undefined && lyrics.trim() !== own.trim() ? (
          <Button size="small" variant="ghost" onClick={() => onLyricsChange(own)}>
            {t("useOwn")}
          </Button>
        ) : null}
        {isEdited ? (
          <Button size="small" variant="ghost" onClick={() => onLyricsChange(extracted)}>
            {t("useExtracted")}
          </Button>
        ) : null}
      </div>
      {extracted === "" ? <p className="mb-2 text-2xs text-text-3">{t("noneExtracted")}</p> : null}
      {parts.length === 0 ? null : (
        <ol className="grid gap-1">
          {parts.map((part, index) => (
            <SectionRow
              key={part.segment ? `at-${part.segment.startSeconds}` : `of-${index}`}
              track={track}
              part={part}
              words={part.section ? readSectionWords(lyrics, part.section) : ""}
              onWordsChange={(words) => onLyricsChange(editPart(lyrics, parts, { index, words }))}
            />
          ))}
        </ol>
      )}
    </div>
  );
}
