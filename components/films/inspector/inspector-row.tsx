import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";

/** A fact of what is selected: its name, and what changes it. */
export function InspectorRow({
  label,
  children,
  stacked = false,
}: {
  label: ReactNode;
  children: ReactNode;
  /** The control is below its name. */
  stacked?: boolean;
}) {
  return (
    <div
      className={classNames(
        "border-t border-line py-1.5 text-sm",
        stacked ? "grid gap-2 pb-3" : "flex min-h-10 items-center justify-between gap-3",
      )}
    >
      <span className="shrink-0 text-text-2">{label}</span>
      {children}
    </div>
  );
}
