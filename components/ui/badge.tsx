import type { ReactNode } from "react";
import { classNames } from "./class-names";

/** A short highlighted fact: a role, a kind. */
export function Badge({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <span
      className={classNames(
        "inline-flex h-5 items-center gap-1 rounded-xs border border-line px-1.5 text-2xs text-text-2 [&_svg]:size-3",
        className,
      )}
    >
      {children}
    </span>
  );
}
