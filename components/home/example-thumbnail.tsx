import { Play } from "lucide-react";
import { formatClock } from "@/lib/i18n/units";

const placeClass = "relative h-15 w-20 shrink-0 overflow-hidden rounded-md border bg-panel";
/** Of the drawing, in its own units: from one bar to the next, and the height of the loudest. */
const pitch = 2;
const height = 32;

/** What an example leads to, as the sandbox made it. */
export type ExampleMedia =
  | { kind: "picture" | "video"; url: string }
  /** `levels` 0 to 100, from the beginning to the end of the sound. */
  | { kind: "sound"; durationSeconds: number; levels: readonly number[] };

/** The picture or the wave that stands for an example; its words say what it is. */
export function ExampleThumbnail({ media }: { media: ExampleMedia }) {
  if (media.kind !== "sound") {
    return (
      <span aria-hidden className={placeClass}>
        {/* Small and of its final size already. */}
        {/* eslint-disable-next-line @next/next/no-img-element */}
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
