"use client";

import { ImageOff } from "lucide-react";
import { useState } from "react";
import { classNames } from "@/components/ui/class-names";
import { isResting } from "./use-rested";
import { thumbnailWidths } from "@/lib/media/stored-asset";

interface PictureProps {
  /** Path of the full picture; its thumbnails are at the same path. */
  url: string;
  width?: number | undefined;
  height?: number | undefined;
  alt: string;
  /** The displayed width as CSS `sizes`, by which the browser chooses a thumbnail. */
  sizes: string;
  /** Shown if it cannot be decoded or fetched. */
  brokenLabel: string;
  /** Visible at once: fetched first. */
  eager?: boolean;
  /** Moves: shown as it is stored, but for people who prefer less motion. */
  animated?: boolean;
  className?: string;
}

/** A stored picture as a thumbnail of the right size, in reserved space. It is visible before any script has run. */
export function Picture({
  url,
  width,
  height,
  alt,
  sizes,
  brokenLabel,
  eager = false,
  animated = false,
  className,
}: PictureProps) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) {
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
  const thumbnails = thumbnailWidths.map((each) => `${url}?width=${each} ${each}w`).join(", ");
  const picture = (
    // The studio's own thumbnails, already sized and cached: next/image would only make them once more.
    <img
      ref={fadeInWhenLoaded}
      src={animated ? url : `${url}?width=640`}
      srcSet={animated ? undefined : thumbnails}
      sizes={sizes}
      width={width}
      height={height}
      alt={alt}
      loading={eager ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : "auto"}
      decoding="async"
      draggable={false}
      onLoad={({ currentTarget }) => delete currentTarget.dataset.loading}
      onError={() => setBroken(true)}
      className={classNames(
        "size-full object-cover transition-opacity duration-180 data-loading:opacity-0",
        className,
      )}
    />
  );
  if (!animated) return picture;
  return (
    <picture className="contents">
      <source media="(prefers-reduced-motion: reduce)" srcSet={thumbnails} sizes={sizes} />
      {picture}
    </picture>
  );
}

/**
 * Hides what has no pixels yet until its `load` event; as an attribute, because a state would render each picture again.
 * React repeats the event of a picture that loaded before hydration. While the page is scrolled, hundreds of pictures would
 * fade in unseen.
 */
function fadeInWhenLoaded(image: HTMLImageElement | null): void {
  if (image?.naturalWidth === 0 && isResting()) image.dataset.loading = "";
}
