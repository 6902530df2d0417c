"use client";

import { Link } from "@/components/ui/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";

interface SettingsSection {
  href: string;
  label: string;
}

/** The frame of the settings: the list of sections at the side, or above on narrow windows, and the current section. */
export function SettingsFrame({
  title,
  navigationLabel,
  sections,
  version,
  children,
}: {
  title: string;
  navigationLabel: string;
  sections: readonly SettingsSection[];
  /** Which version and build this is, for reports of faults. */
  version: string;
  children: ReactNode;
}) {
  const pathname = usePathname();
  return (
    <div className="page-column pt-5 pb-16 md:pt-5.5 lg:grid lg:grid-cols-[10rem_minmax(0,1fr)] lg:gap-x-10">
      <h1 className="mb-4 text-xl font-semibold tracking-tight lg:col-span-2 lg:mb-7">{title}</h1>
      <nav
        aria-label={navigationLabel}
        className="-mx-2.5 mb-6 flex flex-wrap gap-0.5 border-b pb-3 lg:mx-0 lg:mb-0 lg:grid lg:content-start lg:border-b-0 lg:pb-0"
      >
        {sections.map(({ href, label }) => {
          const current = pathname === href || pathname.startsWith(`${href}/`);
          return (
            <Link
              key={href}
              href={href}
              aria-current={current ? "page" : undefined}
              className={classNames(
                "rounded-md px-2.5 py-1.75 text-sm transition-colors hover:bg-hover hover:text-text",
                current ? "bg-hover text-text" : "text-text-2",
              )}
            >
              {label}
            </Link>
          );
        })}
      </nav>
      {/* All sections share one right edge. */}
      <div className="max-w-2xl min-w-0">
        {children}
        <footer className="mt-12 text-2xs text-text-3">{version}</footer>
      </div>
    </div>
  );
}
