import type { ReactNode } from "react";
import { classNames } from "./class-names";

interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  /** What would be here, and how to get it. */
  children?: ReactNode;
  actions?: ReactNode;
  /** 2 below a page's heading, 1 if the empty state is the page. */
  headingLevel?: 1 | 2;
  className?: string;
}

/** A placeholder for missing content: what would be here, and how to create it. */
export function EmptyState({ icon, title, children, actions, headingLevel = 2, className }: EmptyStateProps) {
  const Heading = headingLevel === 1 ? "h1" : "h2";
  return (
    <div
      className={classNames("mx-auto grid max-w-md justify-items-center px-6 py-16 text-center", className)}
    >
      {icon ? <div className="mb-4 text-text-3 [&_svg]:size-6 [&_svg]:stroke-[1.5]">{icon}</div> : null}
      <Heading className="text-lg font-semibold tracking-tight text-text">{title}</Heading>
      {children ? <div className="mt-1.5 text-sm text-text-2">{children}</div> : null}
      {actions ? <div className="mt-5 flex flex-wrap justify-center gap-2">{actions}</div> : null}
    </div>
  );
}
