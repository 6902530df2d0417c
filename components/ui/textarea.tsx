"use client";

import type { ComponentProps } from "react";
import { classNames } from "./class-names";
import { useFieldControl } from "./field-context";

/** A text field of several lines in any language. Takes id, description and error from the field around it. */
export function Textarea({ className, ...props }: ComponentProps<"textarea">) {
  const field = useFieldControl();
  return (
    <textarea dir="auto" {...field} {...props} className={classNames("field-surface w-full", className)} />
  );
}
