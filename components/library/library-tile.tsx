"use client";

import { Link } from "@/components/ui/link";
import { useTranslations } from "next-intl";
import { memo, useMemo } from "react";
import { useGenerator, useGenerators } from "@/components/generators";
import { GeneratorIcon } from "@/components/shell/generator-icon";
import { toTrack } from "@/components/player/generation-tracks";
import { isSound } from "@/components/player/track";
import { buttonVariants } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { StateDot } from "@/components/ui/state-dot";
import { isVideo } from "@/components/video-player/video-source";
import { formatLength } from "@/lib/i18n/clocks";
import { FavouriteMark } from "@/components/ui/favourite-mark";
import { lazyPart } from "@/components/ui/lazy-part";
import type { LibraryTile } from "./generation-tiles";
import { listFollowUps } from "@/components/queries/result-addresses";
import { Picture } from "@/components/takes/picture";
import { useResultAddress } from "@/components/takes/result-list-context";
import { useGenerationWords } from "@/components/takes/use-generation-words";

const SoundTileFoot = lazyPart(() => import("./sound-tile"));
const VideoTileMarks = lazyPart(() => import("./video-tile-marks"));

/** Minimum heights for two and three lines of title above a wave. */
const twoLinesPx = 124;
const threeLinesPx = 145;

interface LibraryTileProps {
  tile: LibraryTile;
  index: number;
  widthPx: number;
  heightPx: number;
  /** Ideas with more than one take in the list. */
  sharedIdeas: ReadonlySet<string>;
  /** In the first row: its picture is fetched first. */
  eager?: boolean;
}

/** A result in the library, or the text of a generation without results; links to the generation. */
export const LibraryTileView = memo(function LibraryTileView({
  tile,
  index,
  widthPx,
  heightPx,
  sharedIdeas,
  eager = false,
}: LibraryTileProps) {
  const t = useTranslations("takes");
  const words = useGenerationWords();
  const { generation, output, position } = tile;
  const resultAddress = useResultAddress();
  const title = words.title(generation);
  const count = generation.outputs.length;
  const video = output !== null && isVideo(output) ? output : null;
  const isPicture = video !== null || (output?.mimeType.startsWith("image/") ?? false);
  const generators = useGenerators();
  const followUps = !isPicture ? [] : listFollowUps(generators, generation, output);
  const track = useMemo(
    () => (output !== null && isSound(output) ? toTrack(generation, output) : null),
    [generation, output],
  );
  return (
    <li
      data-row=""
      data-generator={generation.generator}
      className="relative shrink-0"
      style={{ width: widthPx, height: heightPx }}
    >
      <Link
        href={resultAddress(generation.id, output?.index)}
        data-tile={index}
        aria-label={
          output
            ? t("open", { number: position + 1, count, title: words.name(generation, output, sharedIdeas) })
            : undefined
        }
        className="relative block size-full overflow-hidden rounded-lg border border-line bg-panel transition-colors hover:border-line-strong"
      >
        {output && isPicture ? (
          <Picture
            url={output.url}
            width={output.width}
            height={output.height}
            alt=""
            sizes={`${Math.ceil(widthPx)}px`}
            brokenLabel={video ? t("video.noPoster") : t("pictureBroken")}
            eager={eager}
          />
        ) : (
          <TileWords
            tile={tile}
            title={title}
            heard={track !== null}
            heightPx={heightPx}
            sharedIdeas={sharedIdeas}
          />
        )}
        {video ? <VideoTileMarks output={video} /> : null}
      </Link>
      {followUps.slice(0, 1).map(({ generator, action, href }) => (
        <Link
          key={href}
          href={href}
          aria-label={t(`actions.${action}`)}
          data-tooltip={t(`actions.${action}`)}
          className={classNames(
            buttonVariants({ variant: "ghost", size: "icon-small" }),
            "row-action absolute! top-2 right-2 bg-black/62 text-white! hover:bg-black/80 focus-visible:opacity-100",
          )}
        >
          <GeneratorIcon generator={generator} />
        </Link>
      ))}
      {track ? <SoundTileFoot track={track} /> : null}
      {(output?.item ?? generation).favourite && isPicture ? (
        <FavouriteMark
          label={t("favourite")}
          className="pointer-events-none absolute top-2 left-2 size-5.5 rounded-xs bg-black/62 text-white"
        />
      ) : null}
    </li>
  );
});

function TileWords({
  tile: { generation, output },
  title,
  heard,
  heightPx,
  sharedIdeas,
}: {
  tile: LibraryTile;
  title: string;
  /** The foot of the tile shows a sound. */
  heard: boolean;
  heightPx: number;
  sharedIdeas: ReadonlySet<string>;
}) {
  const t = useTranslations("takes");
  const words = useGenerationWords();
  const generator = useGenerator(generation.generator);
  const state = words.state(generation);
  const distinction = words.distinction(generation, output, sharedIdeas);
  return (
    <span className="flex size-full flex-col gap-2 p-3.5 text-sm text-text-2">
      {generator ? (
        <span className="flex items-center gap-1.75 text-2xs text-text-3">
          <GeneratorIcon generator={generator} className="size-4 text-hue" />
          <span className="shrink-0">{generator.name}</span>
          {distinction === "" ? null : (
            <span className="min-w-0 truncate" dir="auto">
              {distinction}
            </span>
          )}
          {(output?.item ?? generation).favourite ? (
            <FavouriteMark label={t("favourite")} className="text-hue" />
          ) : null}
          {output?.durationSeconds === undefined ? null : (
            <span className="ml-auto tabular-nums">
              {output.partial ? (
                <StateDot tone="warning">
                  <span>
                    {formatLength(output.durationSeconds)}
                    <span className="sr-only">{t("partial")}</span>
                  </span>
                </StateDot>
              ) : (
                formatLength(output.durationSeconds)
              )}
            </span>
          )}
        </span>
      ) : null}
      <span
        className={classNames(
          "font-medium text-text",
          generation.title !== null
            ? "line-clamp-1"
            : !heard || heightPx >= threeLinesPx
              ? "line-clamp-3"
              : heightPx >= twoLinesPx
                ? "line-clamp-2"
                : "line-clamp-1",
        )}
        dir="auto"
      >
        {title}
      </span>
      {generation.title === null || (heard && heightPx < twoLinesPx) ? null : (
        <span className="truncate text-2xs text-text-3" dir="auto">
          {words.ownWords(generation)}
        </span>
      )}
      {heard ? null : (
        <span className="mt-auto text-2xs text-text-3">
          {state ? (
            <StateDot tone={state.tone}>
              <span>{state.words}</span>
            </StateDot>
          ) : (
            (output?.fileName ?? words.facts(generation))
          )}
        </span>
      )}
    </span>
  );
}
