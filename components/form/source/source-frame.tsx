"use client";

import type { HTMLAttributes, ReactNode } from "react";
import { classNames } from "@/components/ui/class-names";
import { useFieldGroup } from "@/components/ui/field";

/** The group of a field that takes media: outlined while something is held over it. */
export function SourceFrame({
  over,
  transferProps,
  children,
}: {
  over: boolean;
  transferProps: HTMLAttributes<HTMLElement>;
  children: ReactNode;
}) {
  return (
    <div
      role="group"
      {...useFieldGroup()}
      {...transferProps}
      className={classNames("rounded-md", over && "outline-2 outline-offset-4 outline-hue outline-dashed")}
    >
      {children}
    </div>
  );
}
