"use client";

import { Fragment, memo } from "react";
import { classNames } from "@/components/ui/class-names";
import { formatClock } from "@/lib/i18n/clocks";
import type { Paragraph } from "./paragraphs";
import { SpokenWords } from "./spoken-words";

interface ReaderParagraphProps {
  paragraph: Paragraph;
  /** Indices of sentences; null outside this paragraph, so that other paragraphs do not re-render. */
  spoken: number | null;
  /** The sentence has been spoken, and the next one has not started. */
  over: boolean;
  selected: number | null;
  /** The only sentence of the text that Tab reaches. */
  tabStop: number | null;
  /** Sentences with newer takes. */
  remade: ReadonlySet<number>;
  /** The model supports tone tags. */
  withToneTags: boolean;
}

/** Estimated characters per line and height of a line, until the paragraph has been rendered. */
const lineCharacters = 72;
const lineRem = 1.9;

/** A paragraph of the spoken text; each sentence is a button that plays from there. */
export const ReaderParagraph = memo(function ReaderParagraph({
  paragraph: { sentences },
  spoken,
  over,
  selected,
  tabStop,
  remade,
  withToneTags,
}: ReaderParagraphProps) {
  const characters = sentences.reduce((sum, { text }) => sum + text.length, 0);
  const lines = Math.ceil(characters / lineCharacters);
  return (
    <div
      className="grid [content-visibility:auto] gap-x-4 md:grid-cols-[3.25rem_minmax(0,1fr)]"
      style={{ containIntrinsicBlockSize: `auto ${lines * lineRem}rem` }}
    >
      <span
        aria-hidden
        className="pt-1.75 text-right font-mono text-2xs text-text-3 select-none max-md:hidden"
      >
        {formatClock((sentences[0]?.startMs ?? 0) / 1000)}
      </span>
      {/* Room for highlights and outlines: content-visibility clips what overflows. */}
      <p dir="auto" className="px-1 py-1 text-[1.0625rem] leading-[1.9rem] whitespace-pre-line">
        {sentences.map(({ index, text, spaced, pause }) => (
          <Fragment key={index}>
            {spaced ? " " : null}
            {pause === undefined ? null : <SpokenWords text={pause} withToneTags={false} />}
            <span
              role="button"
              tabIndex={index === tabStop ? 0 : -1}
              data-sentence={index}
              aria-current={index === spoken ? "true" : undefined}
              className={classNames(
                "cursor-pointer scroll-mt-20 scroll-mb-44 rounded-xs -mx-0.5 box-decoration-clone px-0.5 py-0.75 transition-colors",
                index !== spoken && "text-text-2 hover:bg-raised hover:text-text",
                index === spoken && (over ? "bg-hue/10 text-text" : "bg-hue/20 text-text"),
                index === selected &&
                  "outline-1 outline-line-strong focus-visible:outline-2 focus-visible:outline-hue",
                remade.has(index) && "underline decoration-hue/70 decoration-dotted underline-offset-5",
              )}
            >
              <SpokenWords text={text} withToneTags={withToneTags} />
            </span>
          </Fragment>
        ))}
      </p>
    </div>
  );
});
