/** A drag that goes on wherever the pointer goes, also when what was pressed is no longer drawn. */
export interface Drag {
  /** Once the pointer has moved far enough to be no press. */
  start?: () => void;
  /** With the latest position; also while the timeline scrolls below a pointer that rests. */
  move: (at: { clientX: number; clientY: number }) => void;
  /** Let go; `isCancelled` by Escape or by the system. Not called for a press. */
  end: (isCancelled: boolean) => void;
}

const thresholdPx = 3;
/** Fingers move while they press. */
const touchThresholdPx = 8;

/** Follows the pointer from a press on. The click at the end of a drag reaches nothing. */
export function followPointer(
  down: Pick<PointerEvent, "clientX" | "clientY" | "pointerId" | "pointerType">,
  { start, move, end }: Drag,
): void {
  const controller = new AbortController();
  const options = { signal: controller.signal, capture: true };
  const leastPx = down.pointerType === "touch" ? touchThresholdPx : thresholdPx;
  let isDragging = false;
  const finish = (isCancelled: boolean) => {
    controller.abort();
    if (!isDragging) return;
    stopNextClick();
    end(isCancelled);
  };
  const isOther = ({ pointerId }: PointerEvent) => pointerId !== down.pointerId;
  addEventListener(
    "pointermove",
    (event) => {
      if (isOther(event)) return;
      const { clientX, clientY } = event;
      if (!isDragging) {
        if (Math.hypot(clientX - down.clientX, clientY - down.clientY) < leastPx) return;
        isDragging = true;
        start?.();
      }
      event.preventDefault();
      move({ clientX, clientY });
    },
    options,
  );
  addEventListener("pointerup", (event) => isOther(event) || finish(false), options);
  addEventListener("pointercancel", (event) => isOther(event) || finish(true), options);
  addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || !isDragging) return;
      event.preventDefault();
      event.stopPropagation();
      finish(true);
    },
    options,
  );
}

function stopNextClick(): void {
  const controller = new AbortController();
  addEventListener("click", (event) => event.stopPropagation(), { capture: true, signal: controller.signal });
  // The click follows in the same task as the release of the pointer.
  setTimeout(() => controller.abort());
}
