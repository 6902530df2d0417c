"use client";

import { Tabs as RadixTabs } from "radix-ui";
import type { ReactNode } from "react";

export interface TabsProps {
  /** Names the list of tabs. */
  label: string;
  tabs: readonly { value: string; label: string; content: ReactNode }[];
  value?: string;
  onValueChange?: (value: string) => void;
  className?: string;
}

/** Several views of one thing in one place. For pages of their own use links. */
export function Tabs({ label, tabs, value, onValueChange, className }: TabsProps) {
  const first = tabs[0]?.value;
  return (
    <RadixTabs.Root
      className={className}
      {...(first === undefined ? {} : { defaultValue: first })}
      {...(value === undefined ? {} : { value })}
      {...(onValueChange === undefined ? {} : { onValueChange })}
    >
      <RadixTabs.List aria-label={label} className="flex gap-1 overflow-x-auto border-b">
        {tabs.map((tab) => (
          <RadixTabs.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px h-9 shrink-0 border-b-2 border-transparent px-2.5 text-sm text-text-2 transition-colors hover:text-text data-[state=active]:border-text data-[state=active]:text-text"
          >
            {tab.label}
          </RadixTabs.Trigger>
        ))}
      </RadixTabs.List>
      {tabs.map((tab) => (
        <RadixTabs.Content key={tab.value} value={tab.value} className="pt-5">
          {tab.content}
        </RadixTabs.Content>
      ))}
    </RadixTabs.Root>
  );
}
