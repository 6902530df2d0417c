"use client";

import { ChevronsUpDown } from "lucide-react";
import { useId, type ComponentProps, type ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { useFieldControl, useFieldGroup } from "@/components/ui/field-context";
import { EarlyButton } from "@/components/ui/early-button";

interface FieldButtonProps extends Omit<ComponentProps<"button">, "type" | "value"> {
  icon?: ReactNode;
  /** The chosen value, or an invitation to choose. */
  value: ReactNode;
  /** A short fact about the value, at the right. */
  note?: ReactNode;
  /** Nothing is chosen; `value` is the invitation. */
  empty?: boolean;
}

/** A field that opens a chooser. Its accessible name is its label and its value, like a select. */
export function FieldButton({ icon, value, note, empty = false, className, ...props }: FieldButtonProps) {
  const valueId = useId();
  const { "aria-required": _required, ...field } = useFieldControl();
  const { "aria-labelledby": labelledBy } = useFieldGroup();
  return (
    <EarlyButton
      {...field}
      aria-labelledby={labelledBy ? `${labelledBy} ${valueId}` : undefined}
      {...props}
      type="button"
      className={classNames(
        "field-surface flex h-9.5 w-full min-w-0 items-center gap-2.5 px-2.75 text-left text-base",
        className,
      )}
    >
      {icon ? <span className="shrink-0 text-hue [&_svg]:size-4">{icon}</span> : null}
      <span id={valueId} className={classNames("min-w-0 flex-1 truncate", empty && "text-text-3")}>
        {value}
      </span>
      {note ? <span className="max-w-2/5 shrink-0 truncate text-2xs text-text-3">{note}</span> : null}
      <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-text-3" />
    </EarlyButton>
  );
}
