"use client";

import { useTranslations } from "next-intl";
import { useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from "react";
import { trimShot } from "@/lib/films/edit-shots";
import type { Shot } from "@/lib/films/film-document";
import type { FilmItem } from "@/lib/films/film-dto";
import { formatFineClock } from "@/lib/i18n/clocks";
import { findStripFrame, stripFrames } from "@/lib/media/video-strip";
import { useDesk, useFilmDesk } from "../desk/use-desk";
import { StripFrame, useVideoStrip } from "../desk/video-strip";

/** About how long the strip is in heights of its own, in the inspector and between a phone's and a tablet's width. */
const stripAspects = { usual: 6.6, large: 10 };

/** Which part of its video a shot shows, as a strip with two handles. */
export function TrimStrip({ shot, item, large = false }: { shot: Shot; item: FilmItem; large?: boolean }) {
  const t = useTranslations("desk.inspector");
  const desk = useFilmDesk();
  const frameRate = useDesk(({ document }) => document.frameRate);
  const stripRef = useRef<HTMLDivElement>(null);
  const drag = useRef<{ side: "start" | "end"; x: number; frames: number } | null>(null);
  const strip = useVideoStrip(item.assetId);
  const { content } = shot;
  if (content.kind !== "video") return null;
  const aspect = item.width && item.height ? item.width / item.height : 16 / 9;
  const pictures = Math.max(
    2,
    Math.min(stripFrames, Math.round(stripAspects[large ? "large" : "usual"] / aspect)),
  );
  const total = Math.max(item.durationSeconds ?? 0, 0.04);
  const { speed, from } = content;
  const out = from + (shot.frames / frameRate) * speed;
  const trim = (side: "start" | "end", frames: number, gesture?: string) =>
    desk.edit((film) => trimShot(film, shot.id, { side, frames, lengths: desk.lengths }), gesture);

  function move(event: PointerEvent) {
    const width = stripRef.current?.clientWidth ?? 0;
    if (!drag.current || width === 0) return;
    const { side, x, frames } = drag.current;
    const moved = Math.round((((event.clientX - x) / width) * total * frameRate) / speed);
    const wanted = side === "end" ? frames + moved : frames - moved;
    const now = desk.read().document.shots.find(({ id }) => id === shot.id)?.frames;
    if (now !== undefined && wanted !== now) trim(side, wanted - now, `trim ${side} ${shot.id}`);
  }
  function end() {
    drag.current = null;
    desk.endGesture();
  }
  function press(side: "start" | "end", event: KeyboardEvent) {
    const sign = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (sign === 0) return;
    event.preventDefault();
    const frames = sign * (event.shiftKey ? 10 : 1);
    trim(side, side === "end" ? frames : -frames);
  }
  const share = (seconds: number) => `${Math.min(100, (seconds / total) * 100)}%`;
  const handle = (side: "start" | "end") => (
    <span
      role="slider"
      tabIndex={desk.canEdit ? 0 : -1}
      aria-disabled={!desk.canEdit}
      aria-label={side === "start" ? t("inLabel") : t("outLabel")}
      aria-valuemin={0}
      aria-valuemax={Math.round(total * 100) / 100}
      aria-valuenow={Math.round((side === "start" ? from : out) * 100) / 100}
      aria-valuetext={formatFineClock(side === "start" ? from : out)}
      onKeyDown={(event) => press(side, event)}
      onPointerDown={(event) => {
        if (!desk.canEdit) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { side, x: event.clientX, frames: shot.frames };
      }}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
      className={`absolute inset-y-0 ${large ? "w-4" : "w-2.5"} cursor-ew-resize touch-none bg-text before:absolute before:inset-y-0 before:-inset-x-2 ${side === "start" ? "left-0 -translate-x-px rounded-l-xs" : "right-0 translate-x-px rounded-r-xs"}`}
    />
  );
  return (
    <div className="pb-3">
      <div
        ref={stripRef}
        className={`relative flex ${large ? "h-11" : "h-9.5"} overflow-clip rounded-xs bg-raised`}
      >
        {Array.from({ length: pictures }, (_, index) =>
          strip ? (
            <span
              key={index}
              className="@container-[size] relative -mr-px h-full min-w-0 flex-1 overflow-clip"
            >
              <StripFrame
                address={strip}
                index={findStripFrame((index + 0.5) / pictures)}
                className="absolute top-1/2 left-1/2 -translate-1/2"
                // Covers its box.
                style={{ aspectRatio: aspect, width: `max(100cqw, calc(100cqh * ${aspect}))` }}
              />
            </span>
          ) : (
            <img
              key={index}
              src={`/api/media/${item.assetId}?width=160`}
              alt=""
              draggable={false}
              className="h-full min-w-0 flex-1 object-cover"
            />
          ),
        )}
        <span className="absolute inset-y-0 left-0 bg-ground/76" style={{ width: share(from) }} />
        <span className="absolute inset-y-0 right-0 bg-ground/76" style={{ left: share(out) }} />
        <span
          className="absolute inset-y-0 border-y-2 border-text"
          style={{ left: share(from), right: `calc(100% - ${share(out)})` }}
        >
          {handle("start")}
          {handle("end")}
        </span>
      </div>
      <p className="flex justify-between gap-2 pt-2 text-xs text-text-2 [&_b]:font-medium [&_b]:text-text">
        <span>{t.rich("in", { time: formatFineClock(from), b: bold })}</span>
        <span>
          {t.rich("lengthOf", {
            length: round(shot.frames / frameRate),
            total: round(total / speed),
            b: bold,
          })}
        </span>
        <span>{t.rich("out", { time: formatFineClock(out), b: bold })}</span>
      </p>
    </div>
  );
}

const bold = (parts: ReactNode) => <b>{parts}</b>;
const round = (seconds: number) => Math.round(seconds * 10) / 10;
