import type { ReactNode } from "react";

/** A fact in a list of them. */
export function Row({ label, code, children }: { label: string; code?: string; children?: ReactNode }) {
  return (
    <>
      <dt className="text-text-3">{label}</dt>
      <dd className="min-w-0 wrap-anywhere text-text">
        {code === undefined ? (
          children
        ) : (
          <span className="font-mono text-2xs text-text-2 select-all">{code}</span>
        )}
      </dd>
    </>
  );
}
