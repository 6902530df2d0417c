"use client";

import { useFetchAhead } from "@/components/shell/fetch-ahead";

/** Fetches the lightbox ahead, so that results open offline too. Renders nothing. */
export function FetchLightboxAhead() {
  useFetchAhead(() => [import("./lightbox")]);
  return null;
}
