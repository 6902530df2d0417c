"use client";

import { Play } from "lucide-react";
import { Link } from "@/components/ui/link";
import { useTranslations } from "next-intl";
import { describeGeneration } from "@/lib/generations/read/describe-generation";
import { classNames } from "@/components/ui/class-names";
import { EarlyButton } from "@/components/ui/early-button";
import type { GeneratorExample } from "@/lib/generations/record/definition-port";
import { formatClock } from "@/lib/i18n/clocks";

/** The result of an example in the sandbox. */
export type ExampleMedia =
  | { kind: "picture" | "video"; url: string }
  /** `levels` are 0 to 100, evenly spaced over the sound. */
  | { kind: "sound"; durationSeconds: number; levels: readonly number[] };

/** A filled form to start from; `media` is null until `npm run examples` has made it. */
export interface ShownExample extends GeneratorExample<Record<string, unknown>> {
  media: ExampleMedia | null;
}

interface ExampleListProps {
  generator: string;
  examples: readonly ShownExample[];
  /** Fills the form on this page; without it each example leads to the form. */
  onChoose?: (example: ShownExample) => void;
  className?: string;
}

const rowClass =
  "flex w-full items-start gap-3.5 rounded-md px-3 py-2.5 text-left transition-colors hover:bg-raised focus-visible:bg-raised";

/** Filled forms to start from, each with its result, title and text. */
export function ExampleList({ generator, examples, onChoose, className }: ExampleListProps) {
  const t = useTranslations("generators");
  return (
    <ul className={classNames("-mx-3 grid gap-1 text-left", className)}>
      {examples.map((example) => {
        const words = (
          <>
            {example.media ? <ExampleThumbnail media={example.media} /> : null}
            <span className="min-w-0 flex-1">
              <span className="block text-sm font-medium text-text">
                {t(`${generator}.examples.${example.key}` as Parameters<typeof t>[0])}
              </span>
              <span className="mt-0.5 line-clamp-2 text-sm text-text-3">
                {describeGeneration({
                  title: null,
                  input: example.input,
                  model: String(example.input.model ?? ""),
                })}
              </span>
            </span>
          </>
        );
        return (
          <li key={example.key}>
            {onChoose ? (
              <EarlyButton
                type="button"
                action={`example ${generator} ${example.key}`}
                className={rowClass}
                onClick={() => onChoose(example)}
              >
                {words}
              </EarlyButton>
            ) : (
              <Link href={`/create/${generator}?example=${example.key}`} className={rowClass}>
                {words}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}

const placeClass = "relative h-15 w-20 shrink-0 overflow-hidden rounded-md border bg-panel";
/** In units of the drawing: the distance between bars and the height of the loudest one. */
const pitch = 2;
const height = 32;

/** The picture or waveform of an example. */
function ExampleThumbnail({ media }: { media: ExampleMedia }) {
  if (media.kind !== "sound") {
    return (
      <span aria-hidden className={placeClass}>
        {/* Already small and in its final size. */}
        <img src={media.url} alt="" loading="lazy" className="size-full object-cover" />
        {media.kind === "video" ? (
          <span className="absolute inset-0 grid place-items-center">
            <Play className="size-6 rounded-full bg-black/62 fill-white p-1.5 text-white" />
          </span>
        ) : null}
      </span>
    );
  }
  const { levels, durationSeconds } = media;
  const loudest = Math.max(...levels, 1);
  return (
    <span aria-hidden className={`${placeClass} flex flex-col justify-between px-2 pt-2 pb-1`}>
      <svg
        viewBox={`0 0 ${levels.length * pitch} ${height}`}
        preserveAspectRatio="none"
        className="h-8 w-full text-hue"
      >
        <path
          d={levels
            .map((level, index) => {
              const half = Math.max((level / loudest) * height, 1) / 2;
              return `M${index * pitch + pitch / 2} ${height / 2 - half}v${half * 2}`;
            })
            .join("")}
          stroke="currentColor"
          strokeWidth={1}
        />
      </svg>
      <span className="text-right text-[0.625rem] leading-none text-text-3 tabular-nums">
        {formatClock(durationSeconds)}
      </span>
    </span>
  );
}
