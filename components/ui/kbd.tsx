import type { ReactNode } from "react";
import { classNames } from "./class-names";

/** A keyboard key. */
export function Kbd({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <kbd
      className={classNames(
        "inline-grid h-5 min-w-5 place-items-center rounded-xs border border-line px-1 font-sans text-2xs text-text-3",
        className,
      )}
    >
      {children}
    </kbd>
  );
}
