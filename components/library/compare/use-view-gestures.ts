"use client";

import { useRef, type Dispatch, type PointerEvent, type SetStateAction } from "react";
import {
  followFingers,
  wheelFactor,
  zoomView,
  type Fingers,
  type FramePoint,
  type SharedView,
} from "./shared-view";

/** Fingers and mice on compared pictures: one moves, two magnify. The wheel magnifies with Control or Command. */
export function useViewGestures(setView: Dispatch<SetStateAction<SharedView>>) {
  // Two fingers may be on two pictures: all places are shares of the frame that was touched first.
  const frameRef = useRef<DOMRect | null>(null);
  const pointsRef = useRef(new Map<number, FramePoint>());

  function end({ pointerId }: PointerEvent) {
    pointsRef.current.delete(pointerId);
  }

  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const points = pointsRef.current;
      event.currentTarget.setPointerCapture(event.pointerId);
      if (points.size === 0) frameRef.current = event.currentTarget.getBoundingClientRect();
      if (frameRef.current) points.set(event.pointerId, toFramePoint(event, frameRef.current));
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const points = pointsRef.current;
      const frame = frameRef.current;
      if (!frame || !points.has(event.pointerId)) return;
      const from = listFingers(points);
      points.set(event.pointerId, toFramePoint(event, frame));
      const to = listFingers(points);
      if (from && to) setView((view) => followFingers(view, from, to, frame.width / frame.height));
    },
    onPointerUp: end,
    onPointerCancel: end,
    /** React listens for wheels passively, so the browser would zoom the page as well. */
    listenForWheel(element: HTMLElement) {
      const controller = new AbortController();
      element.addEventListener(
        "wheel",
        (event) => {
          if (!event.ctrlKey && !event.metaKey) return;
          event.preventDefault();
          const at = toFramePoint(event, element.getBoundingClientRect());
          setView((view) => zoomView(view, wheelFactor(event.deltaY), at));
        },
        { passive: false, signal: controller.signal },
      );
      return () => controller.abort();
    },
  };
}

export type ViewGestures = ReturnType<typeof useViewGestures>;

const toFramePoint = (
  { clientX, clientY }: { clientX: number; clientY: number },
  { left, top, width, height }: DOMRect,
): FramePoint => ({ x: (clientX - left) / width - 0.5, y: (clientY - top) / height - 0.5 });

/** The first two, in the order in which they came; null without any. */
function listFingers(points: ReadonlyMap<number, FramePoint>): Fingers | null {
  const [first, second] = points.values();
  return first ? [first, second] : null;
}
