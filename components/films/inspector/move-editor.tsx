"use client";

import { useTranslations } from "next-intl";
import { useRef, type KeyboardEvent, type PointerEvent } from "react";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { replaceContent } from "@/lib/films/edit-shots";
import type { Shot, View } from "@/lib/films/film-document";
import type { FilmItem } from "@/lib/films/film-dto";
import {
  findMoveKind,
  makeMove,
  measureZoom,
  moveView,
  zoomView,
  type Move,
  type MoveKind,
} from "@/lib/films/pan-and-zoom";
import { useDesk, useFilmDesk } from "../desk/use-desk";
import { InspectorRow } from "./inspector-row";

const kinds = ["off", "in", "out", "own"] as const;
const ends = ["from", "to"] as const;

/** Pan and zoom of an image: a usual move, or two frames of one's own that are dragged on it. */
export function MoveEditor({ shot, item }: { shot: Shot; item: FilmItem }) {
  const t = useTranslations("desk.inspector.move");
  const desk = useFilmDesk();
  const aspect = useDesk(({ document }) => document.aspect);
  const { content } = shot;
  if (content.kind !== "picture") return null;
  const picture = { width: item.width ?? 16, height: item.height ?? 9 };
  const kind = findMoveKind(content.move, picture, aspect);
  const setMove = (move: Move | null, gesture?: string) =>
    desk.edit(
      (film) => replaceContent(film, shot.id, { content: { ...content, move }, lengths: desk.lengths }),
      gesture,
    );
  function choose(chosen: MoveKind) {
    if (chosen !== "own") setMove(makeMove(chosen, picture, aspect));
    // A step aside of the usual one, to be seen as two frames.
    else if (kind !== "own") {
      const usual = content.kind === "picture" ? (content.move ?? makeMove("in", picture, aspect)!) : null;
      if (usual) setMove({ ...usual, to: moveView(zoomView(usual.to, 1.2), { x: 0.05, y: 0 }) });
    }
  }
  return (
    <>
      <InspectorRow label={t("label")}>
        <SegmentedControl
          size="small"
          label={t("label")}
          value={kind}
          disabled={!desk.canEdit}
          onValueChange={choose}
          className="[&_label]:min-w-0 [&_label]:px-1.75"
          options={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        />
      </InspectorRow>
      {content.move ? (
        <MoveFrames
          shot={shot}
          item={item}
          move={content.move}
          zoom={(view) => measureZoom(view, picture, aspect)}
          onMove={setMove}
        />
      ) : null}
    </>
  );
}

function MoveFrames({
  shot,
  item,
  move,
  zoom,
  onMove,
}: {
  shot: Shot;
  item: FilmItem;
  move: Move;
  zoom: (view: View) => number;
  onMove: (move: Move, gesture?: string) => void;
}) {
  const t = useTranslations("desk.inspector.move");
  const desk = useFilmDesk();
  const areaRef = useRef<HTMLDivElement>(null);
  const drag = useRef<{ end: "from" | "to"; x: number; y: number; view: View; isZoom: boolean } | null>(null);

  function pointerMove(event: PointerEvent) {
    const area = areaRef.current?.getBoundingClientRect();
    if (!drag.current || !area) return;
    const { end, x, y, view, isZoom } = drag.current;
    const by = { x: (event.clientX - x) / area.width, y: (event.clientY - y) / area.height };
    // The corner follows the pointer; the middle stays.
    const next = isZoom
      ? zoomView(view, view.width / Math.max(0.02, view.width + 2 * by.x))
      : moveView(view, by);
    onMove({ ...move, [end]: next }, `move ${end} ${shot.id}`);
  }
  function finish() {
    drag.current = null;
    desk.endGesture();
  }
  function press(end: "from" | "to", event: KeyboardEvent) {
    const step = event.shiftKey ? 0.05 : 0.01;
    const steps: Record<string, View> = {
      ArrowLeft: moveView(move[end], { x: -step, y: 0 }),
      ArrowRight: moveView(move[end], { x: step, y: 0 }),
      ArrowUp: moveView(move[end], { x: 0, y: -step }),
      ArrowDown: moveView(move[end], { x: 0, y: step }),
      "+": zoomView(move[end], 1.05),
      "-": zoomView(move[end], 1 / 1.05),
    };
    const next = steps[event.key];
    if (!next) return;
    event.preventDefault();
    event.stopPropagation();
    onMove({ ...move, [end]: next });
  }
  function begin(end: "from" | "to", isZoom: boolean, event: PointerEvent) {
    if (!desk.canEdit) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { end, x: event.clientX, y: event.clientY, view: move[end], isZoom };
  }

  return (
    <div
      ref={areaRef}
      role="group"
      aria-label={t("label")}
      style={{ aspectRatio: `${item.width ?? 16} / ${item.height ?? 9}` }}
      className="relative mb-3 max-h-56 w-full overflow-hidden rounded-xs bg-raised"
    >
      <img
        src={`/api/media/${item.assetId}?width=640`}
        alt=""
        draggable={false}
        className="absolute inset-0 size-full opacity-70"
      />
      {ends.map((end) => {
        const view = move[end];
        const factor = Math.round(zoom(view) * 10) / 10;
        const label = factor > 1 ? t(`zoomed.${end}`, { factor }) : t(`ends.${end}`);
        return (
          <div
            key={end}
            role="group"
            tabIndex={desk.canEdit ? 0 : -1}
            aria-label={t("frame", { name: label })}
            aria-keyshortcuts="ArrowLeft ArrowRight ArrowUp ArrowDown + -"
            onKeyDown={(event) => press(end, event)}
            onPointerDown={(event) => begin(end, false, event)}
            onPointerMove={pointerMove}
            onPointerUp={finish}
            onPointerCancel={finish}
            style={{
              left: `${view.x * 100}%`,
              top: `${view.y * 100}%`,
              width: `${view.width * 100}%`,
              height: `${view.height * 100}%`,
            }}
            className={`absolute cursor-move touch-none border-[1.5px] border-white focus-visible:outline-offset-0 ${end === "to" ? "border-dashed" : ""}`}
          >
            <span className="pointer-events-none absolute top-0 left-0 bg-black/66 px-1 text-2xs leading-4 text-white">
              {label}
            </span>
            <span
              aria-hidden
              onPointerDown={(event) => begin(end, true, event)}
              onPointerMove={pointerMove}
              onPointerUp={finish}
              onPointerCancel={finish}
              className="absolute -right-1 -bottom-1 size-3.5 cursor-nwse-resize touch-none rounded-xs border-2 border-black/60 bg-white"
            />
          </div>
        );
      })}
    </div>
  );
}
