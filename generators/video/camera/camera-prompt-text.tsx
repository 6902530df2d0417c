"use client";

import { Fragment } from "react";
import { supportsCamera } from "@/lib/service/contract/video-modes";
import { cutAtGroups } from "./camera-prompt";
import { useCameraNames } from "./camera-names";

interface CameraPromptTextProps {
  /** Models without camera support show instructions as plain text. */
  model: string;
  prompt: string;
}

/**
 * A read-only prompt with highlighted camera instructions, each followed by its localized name. The names are not part
 * of the text, so that a copy equals the prompt.
 */
export function CameraPromptText({ model, prompt }: CameraPromptTextProps) {
  return supportsCamera(model) ? <GlossedText prompt={prompt} /> : prompt;
}

function GlossedText({ prompt }: Pick<CameraPromptTextProps, "prompt">) {
  const names = useCameraNames();
  return cutAtGroups(prompt, [names]).map(({ from, text, isGroup, gloss }) =>
    isGroup ? (
      <span
        key={from}
        data-gloss={gloss ?? undefined}
        // The plain hue has too little contrast on its tint.
        className="rounded-xs bg-hue/17 py-px text-[color-mix(in_oklch,var(--hue)_75%,var(--text))] data-gloss:after:ml-[0.4em] data-gloss:after:pr-[0.3em] data-gloss:after:text-[0.8em] data-gloss:after:text-text-2 data-gloss:after:content-[attr(data-gloss)]"
      >
        {text}
      </span>
    ) : (
      <Fragment key={from}>{text}</Fragment>
    ),
  );
}
