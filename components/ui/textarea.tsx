"use client";

import type { ComponentProps } from "react";
import { classNames } from "./class-names";
import { useFieldControl } from "./field";

/** Lines of text that grow with what is written, between its `rows` and `max-h-*`. */
export function Textarea({ className, rows = 4, ...props }: ComponentProps<"textarea">) {
  return (
    <textarea
      {...useFieldControl()}
      dir="auto"
      rows={rows}
      {...props}
      className={classNames(
        "field-surface field-sizing-content block max-h-96 w-full resize-y px-2.75 py-2.25 text-base leading-[1.55]",
        className,
      )}
    />
  );
}
