"use client";

import { useFetchAhead } from "@/components/shell/fetch-ahead";
import { loadLightbox } from "./load-lightbox";
import { loadTakeMenu } from "./load-take-menu";

/** Fetches the lightbox and the menu of takes ahead, so that both open at once, also offline. Renders nothing. */
export function FetchTakesAhead() {
  useFetchAhead(() => [loadLightbox(), loadTakeMenu()]);
  return null;
}
