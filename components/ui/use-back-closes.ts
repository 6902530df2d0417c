"use client";

import { useEffect, useEffectEvent } from "react";
import { createBackLayers, type BackLayers } from "./back-layers";

let layers: BackLayers | undefined;

/** While `open`, the browser's Back closes this window instead of leaving the page. */
export function useBackCloses(open: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    layers ??= createBackLayers(window);
    return open ? layers.open(() => close()) : undefined;
  }, [open]);
}

/**
 * The same for menus and small panels, where Back is a gesture or a key of the device: there they are sheets, and people
 * close them that way. Beside a mouse a menu is no place in the history.
 */
export function useBackClosesOnTouch(open: boolean, onClose: () => void): void {
  useBackCloses(open && matchMedia("(hover: none)").matches, onClose);
}
