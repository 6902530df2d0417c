"use client";

import { ZoomIn, ZoomOut } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useRef, useState, type CSSProperties, type PointerEvent } from "react";
import { Button, IconButton } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Slider } from "@/components/ui/slider";
import type { ItemDto } from "@/lib/items/item-dto";
import { ComparedSide } from "./compared-side";
import { fitView, panView, zoomView, type SharedView } from "./shared-view";

interface ComparedPicturesProps {
  items: readonly ItemDto[];
}

/** Pictures with one zoom and one place for all; two of them also on top of each other, with a movable edge. */
export function ComparedPictures({ items }: ComparedPicturesProps) {
  const t = useTranslations("library.compare");
  const tWatch = useTranslations("watch.compare");
  const [layout, setLayout] = useState<"beside" | "over">("beside");
  const [view, setView] = useState(fitView);
  const [edge, setEdge] = useState(50);
  const edgeId = useId();
  const [first, second] = items;
  const isOver = layout === "over" && items.length === 2;
  const aspect = Math.max(...items.map(({ width = 1, height = 1 }) => width / height));
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {items.length === 2 ? (
          <SegmentedControl
            label={tWatch("view")}
            size="small"
            value={layout}
            onValueChange={setLayout}
            options={[
              { value: "beside", label: tWatch("beside") },
              { value: "over", label: tWatch("over") },
            ]}
          />
        ) : null}
        <span className="ml-auto flex items-center">
          <IconButton
            label={t("zoomOut")}
            aria-disabled={view.scale === 1 || undefined}
            onClick={() => setView(zoomView(view, 1 / 1.5))}
          >
            <ZoomOut aria-hidden />
          </IconButton>
          <Button variant="ghost" size="small" className="min-w-16" onClick={() => setView(fitView)}>
            {t("scale", { scale: view.scale })}
          </Button>
          <IconButton label={t("zoomIn")} onClick={() => setView(zoomView(view, 1.5))}>
            <ZoomIn aria-hidden />
          </IconButton>
        </span>
      </div>
      {isOver && first && second ? (
        <div className="mx-auto grid w-full gap-3" style={{ maxWidth: `calc(66dvh * ${aspect})` }}>
          <div className="relative overflow-hidden rounded-lg bg-raised" style={{ aspectRatio: aspect }}>
            <Pane item={first} view={view} onView={setView} />
            <Pane item={second} view={view} onView={setView} style={{ clipPath: `inset(0 0 0 ${edge}%)` }} />
            <span
              aria-hidden
              className="pointer-events-none absolute inset-y-0 w-0.5 -translate-x-1/2 bg-white shadow-[0_0_0_1px_oklch(0_0_0/0.35)]"
              style={{ left: `${edge}%` }}
            />
          </div>
          <label htmlFor={edgeId} className="sr-only">
            {t("edge")}
          </label>
          <Slider id={edgeId} min={0} max={100} value={edge} onValueChange={setEdge} />
          <ul className="grid gap-x-4 sm:grid-cols-2">
            {items.map((item, index) => (
              <ComparedSide key={item.id} item={item} number={index + 1} />
            ))}
          </ul>
        </div>
      ) : (
        <ul
          className={classNames("grid grid-cols-2 gap-x-3 gap-y-4", items.length === 3 && "md:grid-cols-3")}
        >
          {items.map((item, index) => (
            <ComparedSide key={item.id} item={item} number={index + 1}>
              <div
                className="relative max-h-[70dvh] overflow-hidden rounded-lg bg-raised"
                style={{ aspectRatio: aspect }}
              >
                <Pane item={item} view={view} onView={setView} />
              </div>
            </ComparedSide>
          ))}
        </ul>
      )}
    </>
  );
}

interface PaneProps {
  item: ItemDto;
  view: SharedView;
  onView: (view: SharedView) => void;
  style?: CSSProperties;
}

/** A picture at the shared zoom; dragging it moves all of them. */
function Pane({ item, view, onView, style }: PaneProps) {
  const from = useRef<{ x: number; y: number; view: SharedView } | null>(null);
  function move({ clientX, clientY, currentTarget }: PointerEvent) {
    if (!from.current) return;
    const { width, height } = currentTarget.getBoundingClientRect();
    const { x, y, view: before } = from.current;
    onView(panView(before, (clientX - x) / width, (clientY - y) / height));
  }
  return (
    <div
      className={classNames(
        "absolute inset-0 touch-none overflow-hidden select-none",
        view.scale > 1 ? "cursor-grab active:cursor-grabbing" : "cursor-zoom-in",
      )}
      style={style}
      onDoubleClick={() => onView(view.scale > 1 ? fitView : zoomView(view, 2.25))}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, y: event.clientY, view };
      }}
      onPointerMove={move}
      onPointerUp={() => (from.current = null)}
      onPointerCancel={() => (from.current = null)}
    >
      <img
        src={`/api/media/${item.assetId}`}
        alt={item.name}
        draggable={false}
        className="size-full object-contain"
        style={{ transform: `translate(${view.x * 100}%, ${view.y * 100}%) scale(${view.scale})` }}
      />
    </div>
  );
}
