"use client";

import type { LucideIcon } from "lucide-react";
import { DropWords } from "./drop-words";

/** The wide place of a field that is still empty: what may be brought here, within which limits. Opens the file chooser. */
export function SourceDropButton({
  name,
  icon: Icon,
  words,
  touchWords,
  limits,
  disabled,
  onPress,
}: {
  name: string | undefined;
  icon: LucideIcon;
  words: string;
  touchWords: string;
  limits: string;
  disabled: boolean;
  onPress: () => void;
}) {
  return (
    <button
      type="button"
      name={name}
      disabled={disabled}
      onClick={onPress}
      className="flex w-full items-center gap-3 rounded-md border border-dashed border-line-strong px-3.5 py-4 text-left text-sm text-text-2 transition-colors hover:border-text-3 hover:text-text disabled:opacity-50"
    >
      <Icon aria-hidden className="size-4.5 shrink-0 text-text-3" />
      <span>
        <DropWords words={words} touchWords={touchWords} />
        <span className="block text-2xs text-text-3">{limits}</span>
      </span>
    </button>
  );
}
