"use client";

import { classNames } from "@/components/ui/class-names";
import { useFieldControl } from "@/components/ui/field-context";

/** A text with alternatives, or a pasted table, which keeps its lines. */
export function BatchText({
  value,
  rows,
  autoFocus = false,
  isTable = false,
  onValueChange,
}: {
  value: string;
  rows: number;
  autoFocus?: boolean;
  isTable?: boolean;
  onValueChange: (value: string) => void;
}) {
  return (
    <textarea
      {...useFieldControl()}
      {...(autoFocus ? { "data-autofocus": "" } : {})}
      dir="auto"
      rows={rows}
      value={value}
      wrap={isTable ? "off" : "soft"}
      spellCheck={!isTable}
      onChange={(event) => onValueChange(event.currentTarget.value)}
      className={classNames(
        "field-surface field-sizing-content block max-h-48 w-full resize-y px-2.75 py-2.25 text-base leading-[1.55]",
        isTable && "font-mono text-sm",
      )}
    />
  );
}
