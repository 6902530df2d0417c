"use client";

import { ChevronsUpDown } from "lucide-react";
import type { ComponentProps } from "react";
import { classNames } from "./class-names";
import { useFieldControl } from "./field-context";

interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

interface SelectProps extends Omit<ComponentProps<"select">, "children"> {
  options: readonly SelectOption[];
  /** A short fact about the chosen option, at the right. */
  note?: string | undefined;
}

/** A choice of several. The native select supports every keyboard, phone and screen reader. */
export function Select({ options, note, className, ...props }: SelectProps) {
  return (
    <div className={classNames("relative", className)}>
      <select
        {...useFieldControl()}
        {...props}
        className="field-surface h-9.5 w-full appearance-none truncate pr-9 pl-2.75 text-base"
      >
        {options.map(({ value, label, disabled }) => (
          <option key={value} value={value} disabled={disabled}>
            {label}
          </option>
        ))}
      </select>
      {note ? (
        <span
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-9 flex max-w-3/5 items-center truncate text-2xs text-text-3"
        >
          {note}
        </span>
      ) : null}
      <ChevronsUpDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.75 size-4 -translate-y-1/2 text-text-3"
      />
    </div>
  );
}
