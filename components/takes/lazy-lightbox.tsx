"use client";

import dynamic from "next/dynamic";

/** The lightbox, loaded when the first picture is opened. */
export const LazyLightbox = dynamic(() => import("./lightbox").then(({ Lightbox }) => Lightbox), {
  ssr: false,
});
