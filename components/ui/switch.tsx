"use client";

import type { ComponentProps } from "react";
import { classNames } from "./class-names";
import { useFieldControl } from "./field-context";

interface SwitchProps extends Omit<ComponentProps<"input">, "type" | "role" | "onChange"> {
  onCheckedChange?: (checked: boolean) => void;
}

/** A switch that takes effect immediately. */
export function Switch({ className, onCheckedChange, ...props }: SwitchProps) {
  return (
    <input
      {...useFieldControl()}
      type="checkbox"
      role="switch"
      onChange={(event) => onCheckedChange?.(event.currentTarget.checked)}
      {...props}
      className={classNames(
        "relative h-5 w-8.5 shrink-0 cursor-pointer appearance-none rounded-full border border-line-strong bg-raised transition-colors",
        "before:absolute before:top-1/2 before:left-0.5 before:size-3.5 before:-translate-y-1/2 before:rounded-full before:bg-text-3 before:transition-[left,background-color]",
        "checked:border-transparent checked:bg-hue checked:before:left-4 checked:before:bg-on-hue",
        "disabled:cursor-not-allowed disabled:opacity-50",
        className,
      )}
    />
  );
}
