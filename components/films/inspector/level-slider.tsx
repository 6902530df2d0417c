"use client";

import { useTranslations } from "next-intl";
import { Slider } from "@/components/ui/slider";
import { level } from "@/lib/films/film-document";

/** A level in decibels. The quietest is off. */
export function LevelSlider({
  label,
  value,
  min = level.min,
  max = level.max,
  disabled,
  onChange,
  onEnd,
}: {
  label: string;
  value: number;
  min?: number;
  max?: number;
  disabled?: boolean;
  onChange: (level: number) => void;
  /** The slider was let go. */
  onEnd: () => void;
}) {
  const words = useLevelWords();
  return (
    <span className="flex min-w-0 flex-1 items-center justify-end gap-2.5">
      <Slider
        aria-label={label}
        min={min}
        max={max}
        step={1}
        value={value}
        disabled={disabled}
        valueText={words(value)}
        onValueChange={onChange}
        onPointerUp={onEnd}
        onBlur={onEnd}
        onKeyUp={onEnd}
        className="max-w-24 min-w-0 [--hue:var(--text)]"
      />
      <span className="w-13 shrink-0 text-right text-text">{words(value)}</span>
    </span>
  );
}

/** A level as text. */
export function useLevelWords(): (value: number) => string {
  const t = useTranslations("desk.inspector");
  return (value) =>
    value <= level.min ? t("off") : t("decibels", { value: String(Math.round(value)).replace("-", "−") });
}
