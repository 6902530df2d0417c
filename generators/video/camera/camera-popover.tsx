"use client";

import type { TokenEditorView } from "@/components/form/token-editor";
import { FetchedPart } from "@/components/ui/fetched-part";
import { Popover, type PopoverProps } from "@/components/ui/popover";
import type { CameraChoicesProps } from "./camera-choices";

const loadChoices = () => import("./camera-choices");
/** When the button is hovered or focused, so that the panel opens with its content. */
const fetchAhead = () => void loadChoices().catch(() => undefined);

/** The camera instructions, inside `CameraPopover`. */
export function LazyCameraChoices(props: CameraChoicesProps) {
  return <FetchedPart load={loadChoices} props={props} />;
}

/** A button that opens the camera instructions beside the prompt, which stays visible. */
export function CameraPopover({
  view: { frameAnchor, actions },
  children,
  ...popover
}: PopoverProps & { view: TokenEditorView }) {
  return (
    <Popover
      {...popover}
      beside={frameAnchor}
      onPointerEnter={fetchAhead}
      onFocus={fetchAhead}
      onMouseDown={(event) => {
        // Keeps the focus in the text, except on touch devices, whose keyboard would cover the panel.
        if (matchMedia("(pointer: fine)").matches) event.preventDefault();
      }}
      onClick={actions.showFrame}
      panelClassName="w-[min(30rem,calc(100%-1rem))] p-2! pb-0!"
    >
      {(close) => (
        <>
          {children(close)}
          {/* Indicates more entries below; at the end it lies under the last row. */}
          <div aria-hidden className="pointer-events-none sticky bottom-0 h-8 bg-linear-to-t from-raised" />
        </>
      )}
    </Popover>
  );
}
