"use client";

import { useId, type ReactNode } from "react";
import { classNames } from "./class-names";
import { useFieldGroup } from "./field-context";

export interface SegmentedOption<Value extends string> {
  value: Value;
  label: ReactNode;
  disabled?: boolean;
}

interface SegmentedControlProps<Value extends string> {
  options: readonly SegmentedOption<Value>[];
  value: Value | undefined;
  onValueChange: (value: Value) => void;
  /** Names the group outside a field. */
  label?: string;
  /** `small` in bars, `medium` beside form fields. */
  size?: "small" | "medium";
  /** Fills the width with equal parts. */
  fill?: boolean;
  disabled?: boolean;
  className?: string;
}

/** A choice of a few, all visible. Radio buttons underneath: arrows move, Tab leaves. */
export function SegmentedControl<Value extends string>({
  options,
  value,
  onValueChange,
  label,
  size = "medium",
  fill = false,
  disabled = false,
  className,
}: SegmentedControlProps<Value>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label={label}
      {...useFieldGroup()}
      className={classNames(
        "gap-0.5 rounded-md border border-line bg-raised p-0.5",
        fill ? "flex w-full" : "inline-flex max-w-full",
        className,
      )}
    >
      {options.map((option) => (
        <label
          key={option.value}
          className={classNames(
            "relative grid min-w-9 place-items-center rounded-sm px-3 text-sm text-text-2 transition-colors select-none",
            "hover:text-text has-checked:bg-hover has-checked:text-text has-checked:shadow-thumb",
            "has-focus-visible:outline-2 has-focus-visible:outline-hue has-disabled:opacity-45 has-disabled:hover:text-text-2",
            "[&_svg]:size-4",
            size === "medium" ? "h-8" : "h-7",
            fill && "flex-1",
          )}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onValueChange(option.value)}
            disabled={disabled || option.disabled}
            className="absolute inset-0 appearance-none rounded-sm outline-none"
          />
          <span className="pointer-events-none relative">{option.label}</span>
        </label>
      ))}
    </div>
  );
}
