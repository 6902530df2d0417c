"use client";

import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names";
import { useFieldControl } from "./field-context";

export interface InputProps extends ComponentProps<"input"> {
  /** Inside the left edge: an icon. */
  leading?: ReactNode;
  /** Inside the right edge: a unit, a key or a button. */
  trailing?: ReactNode;
}

/** A text field. Takes id, description and error from the field around it. */
export function Input({ className, leading, trailing, ...props }: InputProps) {
  const field = useFieldControl();
  if (!leading && !trailing) {
    return (
      <input
        {...field}
        {...props}
        className={classNames("field-surface h-9.5 w-full px-2.75 text-base", className)}
      />
    );
  }
  return (
    <div
      className={classNames("field-surface flex h-9.5 w-full items-center gap-2 px-2.75", className)}
      data-invalid={field["aria-invalid"]}
    >
      {leading ? <span className="shrink-0 text-text-3 [&_svg]:size-4">{leading}</span> : null}
      <input {...field} {...props} className="h-full min-w-0 flex-1 bg-transparent text-base outline-none" />
      {trailing ? <span className="flex shrink-0 items-center text-xs text-text-3">{trailing}</span> : null}
    </div>
  );
}
