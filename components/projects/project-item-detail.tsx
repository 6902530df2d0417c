"use client";

import { ArrowLeft, Download } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { useGenerator } from "@/components/generators";
import { itemUrl, listItemTracks } from "@/components/library/item-track";
import { PlayButton } from "@/components/player/play-button";
import type { Track } from "@/components/player/track";
import { usePeaks } from "@/components/player/use-peaks";
import { Waveform } from "@/components/player/waveform";
import { downloadAddress } from "@/components/queries/result-addresses";
import { Picture } from "@/components/takes/picture";
import { buttonVariants } from "@/components/ui/button";
import { isFilmLoop } from "@/lib/items/film-items";
import { useUnits } from "@/lib/i18n/units";
import { formatLength } from "@/lib/i18n/clocks";
import type { ProjectDto, ProjectItemDto } from "@/lib/projects/project-dto";

/** An item of a project with what all its members may see of it, which is not how it was made. */
export function ProjectItemDetail({ project, item }: { project: ProjectDto; item: ProjectItemDto }) {
  const t = useTranslations("projects");
  const format = useFormatter();
  const units = useUnits();
  const generator = useGenerator(item.generator);
  const { width, height, durationSeconds } = item;
  const facts: [string, string | null][] = [
    [t("detail.person"), item.person],
    [t("detail.generator"), generator?.name ?? item.generator],
    [t("detail.model"), item.model],
    [t("detail.length"), durationSeconds === undefined ? null : formatLength(durationSeconds)],
    [t("detail.pixels"), width && height ? `${width} × ${height}` : null],
    [t("detail.size"), units.bytes(item.bytes)],
    [t("detail.created"), format.dateTime(new Date(item.createdAt), "dateTime")],
  ];
  return (
    <article data-generator={item.generator} className="flex flex-1 flex-col">
      <header className="flex items-center gap-2 border-b page-x py-3 md:py-4">
        <Link
          href={`/projects/${project.id}`}
          className="mr-auto -ml-1.5 flex h-7.5 min-w-0 items-center gap-1.5 rounded-sm px-1.5 text-sm text-text-2 hover:text-text"
        >
          <ArrowLeft aria-hidden className="size-4 shrink-0" />
          <span className="truncate" dir="auto">
            {project.title}
          </span>
        </Link>
        <a
          href={downloadAddress({ url: itemUrl(item), fileName: item.name })}
          download=""
          className={buttonVariants({ size: "small" })}
        >
          <Download aria-hidden />
          {t("detail.download")}
        </a>
      </header>
      <div className="flex-1 xl:grid xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="min-w-0 page-x py-5">
          <ItemMedia item={item} />
        </div>
        <aside
          aria-label={t("detail.about")}
          className="grid content-start gap-4 border-line page-x py-5 max-xl:border-t xl:border-l"
        >
          <h1 className="text-lg font-semibold tracking-tight break-words" dir="auto">
            {item.name}
          </h1>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-sm">
            {facts.map(([name, value]) =>
              value === null ? null : (
                <div key={name} className="contents">
                  <dt className="text-text-3">{name}</dt>
                  <dd className="break-words">{value}</dd>
                </div>
              ),
            )}
          </dl>
        </aside>
      </div>
    </article>
  );
}

const mediaClass = "max-h-[72dvh] w-full rounded-lg bg-panel object-contain";

function ItemMedia({ item }: { item: ProjectItemDto }) {
  const t = useTranslations("takes");
  const url = itemUrl(item);
  const [track] = listItemTracks(item);
  if (track) return <Sound track={track} />;
  const { width = 1, height = 1 } = item;
  if (item.kind === "video") {
    return (
      <video
        src={url}
        poster={`${url}?width=1280`}
        aria-label={item.name}
        controls
        playsInline
        preload="metadata"
        className={mediaClass}
        style={{ aspectRatio: width / height }}
      />
    );
  }
  return (
    <a href={url} target="_blank" rel="noreferrer" className="block">
      <span
        className="mx-auto block max-w-full overflow-hidden rounded-lg bg-panel"
        style={{ aspectRatio: width / height, width: `min(100%, calc(72dvh * ${width / height}))` }}
      >
        <Picture
          url={url}
          width={width}
          height={height}
          alt={item.name}
          sizes="(min-width: 1280px) 60vw, 92vw"
          brokenLabel={t("pictureBroken")}
          eager
          animated={isFilmLoop(item)}
        />
      </span>
    </a>
  );
}

function Sound({ track }: { track: Track }) {
  const peaks = usePeaks(track);
  return (
    <div className="flex items-center gap-4 rounded-lg border bg-panel p-4 md:p-6">
      <PlayButton track={track} className="size-12!" />
      <Waveform track={track} peaks={peaks} interactive className="h-24 flex-1" />
    </div>
  );
}
