"use client";

import { useFetchAhead } from "@/components/shell/fetch-ahead";
import { loadLightbox } from "./load-lightbox";

/** Fetches the lightbox ahead, so that results open offline too. Renders nothing. */
export function FetchLightboxAhead() {
  useFetchAhead(() => [loadLightbox()]);
  return null;
}
