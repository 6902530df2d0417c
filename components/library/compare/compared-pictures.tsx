"use client";

import { ZoomIn, ZoomOut } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useId, useRef, useState, type CSSProperties } from "react";
import { Button, IconButton } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { Slider } from "@/components/ui/slider";
import { useShortcut } from "@/components/ui/use-shortcut";
import type { ItemDto } from "@/lib/items/item-dto";
import { ComparedSide } from "./compared-side";
import { fitView, zoomView, type SharedView } from "./shared-view";
import { useViewGestures, type ViewGestures } from "./use-view-gestures";

interface ComparedPicturesProps {
  items: readonly ItemDto[];
}

const zoomStep = 1.5;
/** What a double click and the key of the lightbox magnify to. */
const closeUp = 2.25;

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
  const gestures = useViewGestures(setView);
  const zoomIn = () => setView((before) => zoomView(before, zoomStep));
  const zoomOut = () => setView((before) => zoomView(before, 1 / zoomStep));
  const toggle = () => setView((before) => (before.scale > 1 ? fitView : zoomView(before, closeUp)));
  // The keys of the lightbox: 0 rates there as well as here.
  useShortcut("+", zoomIn);
  useShortcut("=", zoomIn);
  useShortcut("-", zoomOut);
  useShortcut("z", toggle);
  const paneProps = { view, gestures, onToggle: toggle };
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
          <IconButton label={t("zoomOut")} aria-disabled={view.scale === 1 || undefined} onClick={zoomOut}>
            <ZoomOut aria-hidden />
          </IconButton>
          <Button variant="ghost" size="small" className="min-w-16" onClick={() => setView(fitView)}>
            {t("scale", { scale: Math.round(view.scale * 100) / 100 })}
          </Button>
          <IconButton label={t("zoomIn")} onClick={zoomIn}>
            <ZoomIn aria-hidden />
          </IconButton>
        </span>
      </div>
      {isOver && first && second ? (
        <div className="mx-auto grid w-full gap-3" style={{ maxWidth: `calc(66dvh * ${aspect})` }}>
          <div className="relative overflow-hidden rounded-lg bg-raised" style={{ aspectRatio: aspect }}>
            <Pane item={first} {...paneProps} />
            <Pane item={second} {...paneProps} style={{ clipPath: `inset(0 0 0 ${edge}%)` }} />
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
                <Pane item={item} {...paneProps} />
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
  gestures: ViewGestures;
  onToggle: () => void;
  style?: CSSProperties;
}

/** A picture at the shared zoom; dragging or magnifying it does so to all of them. */
function Pane({ item, view, gestures, onToggle, style }: PaneProps) {
  const { listenForWheel, ...pointerProps } = gestures;
  const ref = useRef<HTMLDivElement>(null);
  const listen = useEffectEvent(listenForWheel);
  useEffect(() => (ref.current ? listen(ref.current) : undefined), []);
  return (
    <div
      ref={ref}
      className={classNames(
        "absolute inset-0 touch-none overflow-hidden select-none",
        view.scale > 1 ? "cursor-grab active:cursor-grabbing" : "cursor-zoom-in",
      )}
      style={style}
      onDoubleClick={onToggle}
      {...pointerProps}
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
