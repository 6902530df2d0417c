"use client";

import dynamic from "next/dynamic";
import { loadLightbox } from "./load-lightbox";

/** The lightbox, loaded when the first picture is opened. */
export const LazyLightbox = dynamic(() => loadLightbox().then(({ Lightbox }) => Lightbox), {
  ssr: false,
});
