"use client";

import { useMemo, useState, type ReactNode } from "react";
import { WritingToolsContext, type WritingToolsProps } from "@/components/form/writing-tools";
import { ReuseContext } from "./reuse-context";
import { TextReuse } from "./text-reuse";

const renderReuse = (field: WritingToolsProps) => <TextReuse {...field} />;

/** Gives the fields of a generator's form in which people write their earlier texts and snippets. */
export function ReuseProvider({ generator, children }: { generator: string; children: ReactNode }) {
  const [dialog, show] = useState<ReactNode>(null);
  const reuse = useMemo(() => ({ generator, show }), [generator]);
  return (
    <ReuseContext value={reuse}>
      <WritingToolsContext value={renderReuse}>{children}</WritingToolsContext>
      {dialog}
    </ReuseContext>
  );
}
