"use client";

import { ImageOff } from "lucide-react";
import { useState } from "react";
import { classNames } from "@/components/ui/class-names";
import { thumbnailWidths } from "@/lib/media/stored-asset";

interface PictureProps {
  /** Path of the whole picture; its thumbnails stand at the same path. */
  url: string;
  width?: number | undefined;
  height?: number | undefined;
  alt: string;
  /** The width at which it is shown, for the browser's choice among thumbnails: CSS of `sizes`. */
  sizes: string;
  /** In words, where it cannot be decoded or fetched. */
  brokenLabel: string;
  /** In sight at once: fetched first. */
  eager?: boolean;
  className?: string;
}

/** A stored picture as a thumbnail of the right size, in a place that is kept from the start. */
export function Picture({
  url,
  width,
  height,
  alt,
  sizes,
  brokenLabel,
  eager = false,
  className,
}: PictureProps) {
  const [state, setState] = useState<"loading" | "shown" | "broken">("loading");
  if (state === "broken") {
    return (
      <span
        role="img"
        aria-label={alt}
        className="grid size-full place-content-center justify-items-center gap-1.5 bg-raised p-2 text-center text-2xs text-text-3"
      >
        <ImageOff aria-hidden className="size-4" />
        {brokenLabel}
      </span>
    );
  }
  return (
    // The studio's own thumbnails, already sized and cached: next/image would only make them once more.
    // eslint-disable-next-line @next/next/no-img-element
    <img
      ref={(image) => {
        // It may have come before the browser took the page over, and then tells nobody.
        if (image?.complete && image.naturalWidth > 0) setState("shown");
      }}
      src={`${url}?width=640`}
      srcSet={thumbnailWidths.map((each) => `${url}?width=${each} ${each}w`).join(", ")}
      sizes={sizes}
      width={width}
      height={height}
      alt={alt}
      loading={eager ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : "auto"}
      decoding="async"
      draggable={false}
      onLoad={() => setState("shown")}
      onError={() => setState("broken")}
      className={classNames(
        "size-full object-cover transition-opacity duration-180",
        state === "shown" ? "opacity-100" : "opacity-0",
        className,
      )}
    />
  );
}
