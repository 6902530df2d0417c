"use client";

import { LoaderCircle } from "lucide-react";
import { useTranslations } from "next-intl";
import { type CSSProperties, useRef } from "react";
import { Button } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { findFilmSize } from "@/lib/films/render/film-size";
import { useDesk, useFilmDesk } from "../desk/use-desk";
import { SafeAreas } from "./safe-areas";
import { togglePlaying } from "./transport/playhead";
import { useDrawnFilm } from "./use-drawn-film";
import { usePreview } from "./use-preview";

/** The frame at the playhead, as large as there is room. A click plays and pauses. */
export function PreviewStage({ isFull }: { isFull: boolean }) {
  const t = useTranslations("preview");
  const desk = useFilmDesk();
  const canvas = useRef<HTMLCanvasElement>(null);
  const title = useDesk(({ film }) => film.title);
  const aspect = useDesk(({ document }) => document.aspect);
  const isEmpty = useDesk(({ document }) => document.shots.length + document.sounds.length === 0);
  const isWaiting = usePreview((state) => state.isWaiting);
  const hasFailed = usePreview((state) => state.hasFailed);
  const showsSafeAreas = usePreview((state) => state.showsSafeAreas);
  const retry = useDrawnFilm(canvas);
  const { width, height } = findFilmSize(aspect, "720p");
  return (
    <div
      className={classNames(
        "grid place-items-center overflow-hidden [container-type:inline-size] lg:min-h-0 lg:flex-1 lg:[container-type:size]",
        isFull ? "min-h-0 flex-1 [container-type:size]" : "lg:m-3 lg:mb-0",
      )}
    >
      <div
        className={classNames(
          "relative overflow-hidden bg-black",
          isFull ? "w-(--by-height)" : "w-(--by-window) lg:w-(--by-height) lg:rounded-md",
        )}
        style={
          {
            aspectRatio: `${width} / ${height}`,
            "--by-height": `min(100cqw, 100cqh * ${width / height})`,
            "--by-window": `min(100cqw, 56svh * ${width / height})`,
          } as CSSProperties
        }
      >
        <canvas
          ref={canvas}
          role="img"
          aria-label={t("picture", { title })}
          onClick={() => togglePlaying(desk)}
          className="absolute inset-0 size-full"
        />
        {showsSafeAreas ? <SafeAreas /> : null}
        {isEmpty ? (
          <p className="pointer-events-none absolute inset-0 grid place-items-center p-6 text-center text-sm text-white/70">
            {t("empty")}
          </p>
        ) : null}
        <p role="status" className="pointer-events-none absolute inset-0 grid place-items-center">
          {isWaiting && !isEmpty ? (
            <span className="rounded-full bg-black/60 p-2.5 text-white">
              <LoaderCircle aria-hidden className="size-5 animate-spin motion-reduce:animate-none" />
              <span className="sr-only">{t("loading")}</span>
            </span>
          ) : null}
        </p>
        {hasFailed ? (
          <div
            role="alert"
            className="absolute inset-0 grid place-content-center gap-3 bg-ground p-6 text-center text-sm"
          >
            <p>{t("failed")}</p>
            <Button className="justify-self-center" onClick={retry}>
              {t("retry")}
            </Button>
          </div>
        ) : null}
      </div>
    </div>
  );
}
