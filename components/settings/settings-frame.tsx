"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";

export interface SettingsSection {
  href: string;
  label: string;
}

/** The settings: their sections at the side (a line of tabs on a phone), the chosen one beside. */
export function SettingsFrame({
  title,
  navigationLabel,
  sections,
  children,
}: {
  title: string;
  navigationLabel: string;
  sections: readonly SettingsSection[];
  children: ReactNode;
}) {
  const pathname = usePathname();
  return (
    <div className="w-full max-w-5xl px-4 pt-6 pb-16 sm:px-7 lg:grid lg:grid-cols-[10rem_minmax(0,1fr)] lg:gap-x-10">
      <h1 className="mb-4 text-xl font-semibold tracking-tight lg:col-span-2 lg:mb-7">{title}</h1>
      <nav
        aria-label={navigationLabel}
        className="-mx-4 mb-7 flex gap-1 overflow-x-auto border-b px-4 sm:-mx-7 sm:px-7 lg:mx-0 lg:mb-0 lg:grid lg:content-start lg:gap-0.5 lg:overflow-visible lg:border-b-0 lg:px-0"
      >
        {sections.map(({ href, label }) => {
          const current = pathname === href;
          return (
            <Link
              key={href}
              href={href}
              aria-current={current ? "page" : undefined}
              className={classNames(
                "-mb-px shrink-0 border-b-2 px-2.5 py-2 text-sm transition-colors hover:text-text",
                "lg:mb-0 lg:rounded-md lg:border-b-0 lg:py-1.75",
                current
                  ? "border-text text-text lg:bg-hover"
                  : "border-transparent text-text-2 lg:hover:bg-hover",
              )}
            >
              {label}
            </Link>
          );
        })}
      </nav>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
