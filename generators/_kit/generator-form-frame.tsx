"use client";

import type { ReactNode } from "react";
import { type Arrivals, ArrivalsContext } from "@/components/form/arrivals";
import { GenerationTitleField } from "@/components/form/generation-title";
import { ignoreSecondClick } from "@/components/form/submit-bar";

export interface GeneratorFormFrameProps {
  onSubmit: () => Promise<void>;
  /** The person comes to the form. */
  onUse: () => void;
  /** The files of its fields that are on their way. */
  arrivals: Arrivals;
  /** The submit bar, at the foot and always in sight. */
  bar: ReactNode;
  /** The fields, one below the other. */
  children: ReactNode;
}

/** The form element of every generator: its fields, the title of what it makes, and the submit bar below them. */
export function GeneratorFormFrame({ onSubmit, onUse, arrivals, bar, children }: GeneratorFormFrameProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit();
      }}
      onClickCapture={ignoreSecondClick}
      onFocus={onUse}
      className="flex min-h-full flex-1 flex-col"
    >
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)] content-start gap-5 page-x pb-6">
        <ArrivalsContext value={arrivals}>{children}</ArrivalsContext>
        <GenerationTitleField />
      </div>
      {bar}
    </form>
  );
}
