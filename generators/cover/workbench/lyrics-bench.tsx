"use client";

import { useTranslations } from "next-intl";
import type { Track } from "@/components/player/track";
import { Button } from "@/components/ui/button";
import { alignLyrics, type AlignedPart } from "@/lib/covers/align-lyrics";
import { editPart, readSectionWords } from "@/lib/covers/edit-section";
import type { StructureSegment } from "@/lib/covers/read-structure";
import { Play } from "lucide-react";
import { useState } from "react";
import { seekTrack, usePlaybackTime } from "@/components/player/use-player";
import { classNames } from "@/components/ui/class-names";
import { formatClock } from "@/lib/i18n/clocks";
import { segmentColor, useSegmentName } from "./segment-look";

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

interface SectionRowProps {
  track: Track;
  part: AlignedPart;
  words: string;
  onWordsChange: (words: string) => void;
}

/** A part of the song: its position, playback, and its lyrics to edit. */
function SectionRow({ track, part, words, onWordsChange }: SectionRowProps) {
  const t = useTranslations("workbench");
  const nameOf = useSegmentName();
  // The text while typing, with trailing blanks that the lyrics omit.
  const [typed, setTyped] = useState<string | null>(null);
  const { segment, section } = part;
  const name = segment ? nameOf(segment.label) : section?.label || t("noTag");
  const text = typed ?? words;
  // Silent parts have no lyrics field, unless they have lyrics to remove.
  const isSilent = segment?.label === "silence" && words === "" && typed === null;
  return (
    <li
      className="grid grid-cols-[6.75rem_minmax(0,1fr)] gap-2.5 border-l-3 py-1 pl-2"
      style={{ borderColor: segment ? segmentColor(segment.label) : "var(--line-strong)" }}
    >
      {segment ? (
        <HearButton track={track} segment={segment} name={name} />
      ) : (
        <p className="pt-1.5 text-2xs text-text-3">
          <span className="block text-xs font-medium text-text-2">{name}</span>
          {t("unplaced")}
        </p>
      )}
      {isSilent ? null : (
        <textarea
          aria-label={
            segment
              ? t("wordsOf", { name, start: formatClock(segment.startSeconds) })
              : t("wordsOfUnplaced", { name })
          }
          value={text}
          rows={Math.max(1, text.split("\n").length)}
          placeholder={t("noWords")}
          dir="auto"
          onFocus={() => setTyped(words)}
          onBlur={() => setTyped(null)}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            onWordsChange(event.currentTarget.value);
          }}
          className="field-sizing-content min-w-0 resize-none rounded-sm border border-transparent bg-transparent px-2 py-1 text-sm leading-normal text-text placeholder:text-text-3 hover:border-line focus-visible:border-[color-mix(in_oklch,var(--hue)_65%,transparent)] focus-visible:bg-ground focus-visible:shadow-[0_0_0_3px_color-mix(in_oklch,var(--hue)_18%,transparent)] focus-visible:outline-none"
        />
      )}
    </li>
  );
}

function HearButton({ track, segment, name }: { track: Track; segment: StructureSegment; name: string }) {
  const t = useTranslations("workbench");
  const seconds = usePlaybackTime(track.id, 0.5);
  const isHeard =
    seconds !== null && seconds >= Math.floor(segment.startSeconds * 2) / 2 && seconds < segment.endSeconds;
  const start = formatClock(segment.startSeconds);
  const end = formatClock(segment.endSeconds);
  return (
    <button
      type="button"
      aria-label={t("hearPart", { name, start, end })}
      aria-current={isHeard || undefined}
      onClick={() => seekTrack(track, segment.startSeconds)}
      className={classNames(
        "flex items-start gap-1.5 self-start rounded-sm py-1.5 pr-1 text-left text-2xs hover:text-text",
        isHeard ? "text-text" : "text-text-3",
      )}
    >
      <Play aria-hidden className={classNames("mt-0.5 size-3 shrink-0", isHeard && "fill-current")} />
      <span className="tabular-nums">
        <span className="block text-xs font-medium text-text-2">{name}</span>
        {t("span", { start, end })}
      </span>
    </button>
  );
}
