"use client";

import { useImperativeHandle, type ComponentProps } from "react";
import { useEarlyPress } from "./use-early-press";

interface EarlyButtonProps extends ComponentProps<"button"> {
  /** Of `useEarlyPress`: where the button itself may be another element by then. */
  action?: string;
}

/** A `<button>` with a handler that also counts when it is pressed before React handles it. */
export function EarlyButton({ ref, action, ...props }: EarlyButtonProps) {
  const { ref: button, onClickCapture } = useEarlyPress(action);
  useImperativeHandle(ref, () => button.current!, [button]);
  return <button data-early-press={action ?? ""} onClickCapture={onClickCapture} {...props} ref={button} />;
}
