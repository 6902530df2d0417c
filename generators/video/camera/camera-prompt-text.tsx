"use client";

import { Fragment } from "react";
import { supportsCamera } from "@/lib/service/contract/video-modes";
import { cutAtGroups } from "./camera-prompt";
import { useCameraNames } from "./use-camera-names";

interface CameraPromptTextProps {
  /** One that reads no instructions takes them as words, and so they are shown. */
  model: string;
  prompt: string;
}

/**
 * A prompt to be read: instructions to the camera stand out, with what they are called in the person's language beside
 * them, as in the form. The names are no part of the text: what is selected and copied is the prompt as it was sent.
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
        // On its own tint, the colour itself would be too faint to read.
        className="rounded-xs bg-hue/17 py-px text-[color-mix(in_oklch,var(--hue)_75%,var(--text))] data-gloss:after:ml-[0.4em] data-gloss:after:pr-[0.3em] data-gloss:after:text-[0.8em] data-gloss:after:text-text-2 data-gloss:after:content-[attr(data-gloss)]"
      >
        {text}
      </span>
    ) : (
      <Fragment key={from}>{text}</Fragment>
    ),
  );
}
