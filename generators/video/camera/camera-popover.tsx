"use client";

import type { TokenEditorView } from "@/components/form/token-editor";
import { Popover, type PopoverProps } from "@/components/ui/popover";

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
