"use client";

import type { ComponentProps, CSSProperties } from "react";
import { classNames } from "./class-names";
import { useFieldControl } from "./field-context";

interface SliderProps extends Omit<ComponentProps<"input">, "type" | "onChange" | "value"> {
  min: number;
  max: number;
  value: number;
  onValueChange: (value: number) => void;
  /** Announced instead of the number. */
  valueText?: string;
}

/** A slider for a number. */
export function Slider({ min, max, value, onValueChange, valueText, className, ...props }: SliderProps) {
  const share = max > min ? (value - min) / (max - min) : 0;
  return (
    <input
      {...useFieldControl()}
      {...props}
      type="range"
      min={min}
      max={max}
      value={value}
      aria-valuetext={valueText}
      onChange={(event) => onValueChange(event.currentTarget.valueAsNumber)}
      style={{ "--share": `${share * 100}%` } as CSSProperties}
      className={classNames(
        "h-5 w-full cursor-pointer appearance-none rounded-full bg-transparent disabled:opacity-50",
        "[&::-webkit-slider-runnable-track]:h-1 [&::-webkit-slider-runnable-track]:rounded-full",
        "[&::-webkit-slider-runnable-track]:bg-[linear-gradient(to_right,var(--hue)_var(--share),var(--line-strong)_var(--share))]",
        "[&::-webkit-slider-thumb]:-mt-1.5 [&::-webkit-slider-thumb]:size-4 [&::-webkit-slider-thumb]:appearance-none [&::-webkit-slider-thumb]:rounded-full",
        "[&::-webkit-slider-thumb]:border-2 [&::-webkit-slider-thumb]:border-panel [&::-webkit-slider-thumb]:bg-hue",
        "[&::-moz-range-track]:h-1 [&::-moz-range-track]:rounded-full [&::-moz-range-track]:bg-line-strong",
        "[&::-moz-range-progress]:h-1 [&::-moz-range-progress]:rounded-full [&::-moz-range-progress]:bg-hue",
        "[&::-moz-range-thumb]:size-3 [&::-moz-range-thumb]:border-2 [&::-moz-range-thumb]:border-panel [&::-moz-range-thumb]:bg-hue",
        className,
      )}
    />
  );
}
