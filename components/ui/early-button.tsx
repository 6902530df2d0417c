"use client";

import { useImperativeHandle, type ComponentProps } from "react";
import { useEarlyPress } from "./use-early-press";

/** A `<button>` with a handler that also counts when it is pressed before React handles it. */
export function EarlyButton({ ref, ...props }: ComponentProps<"button">) {
  const { ref: button, onClickCapture } = useEarlyPress();
  useImperativeHandle(ref, () => button.current!, [button]);
  return <button onClickCapture={onClickCapture} {...props} ref={button} />;
}
