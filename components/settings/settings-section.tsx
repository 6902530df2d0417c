import type { ReactNode } from "react";

/** The heading of a settings page. */
export function SettingsHeading({ title, children }: { title: string; children: ReactNode }) {
  return (
    <header className="mb-7">
      <h2 className="text-lg font-semibold tracking-tight">{title}</h2>
      <p className="mt-1 max-w-prose text-sm text-text-2">{children}</p>
    </header>
  );
}

/** A part of a settings page, below a line. */
export function SettingsPart({
  title,
  lead,
  actions,
  children,
}: {
  title: string;
  lead?: ReactNode;
  /** At the right end of the heading. */
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="mt-8 border-t pt-6">
      <div className="mb-4 flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-60">
          <h3 className="text-base font-medium">{title}</h3>
          {lead ? <p className="mt-0.5 max-w-prose text-sm text-text-2">{lead}</p> : null}
        </div>
        {actions}
      </div>
      {children}
    </section>
  );
}

/**
 * A list of rows with actions, or `empty` if there are none; `role="list"` because Safari drops the role of lists without
 * bullets.
 */
export function SettingsRows({
  label,
  empty,
  children,
}: {
  label: string;
  empty?: string;
  children: readonly ReactNode[];
}) {
  // Why an action failed is said above.
  const belowNotice = "[[role=alert]+&]:mt-4";
  if (children.length === 0)
    return <p className={`max-w-prose text-sm text-text-3 ${belowNotice}`}>{empty}</p>;
  return (
    <ul role="list" aria-label={label} className={`divide-y ${belowNotice}`}>
      {children}
    </ul>
  );
}

/** One row. `facts` are smaller, below its content; `preview` is at its side. */
export function SettingsRow({
  children,
  facts,
  actions,
  preview,
}: {
  children: ReactNode;
  facts: ReactNode;
  actions?: ReactNode;
  preview?: ReactNode;
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      {preview}
      <div className="min-w-0 flex-1 basis-48 text-sm">
        {children}
        <div className="mt-0.5 text-2xs text-text-3">{facts}</div>
      </div>
      {actions ? <div className="flex shrink-0 items-center gap-2">{actions}</div> : null}
    </li>
  );
}
