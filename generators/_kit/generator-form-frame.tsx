"use client";

import type { ComponentProps, ReactNode } from "react";
import { type FormUploads, FormUploadsContext } from "@/components/form/form-uploads";
import { GenerationTitleField } from "@/components/form/generation-title";
import { ignoreSecondClick, SubmitBar } from "@/components/form/submit-bar";
import { useRateDetail } from "@/components/queries/use-rate-detail";

interface GeneratorFormFrameProps {
  onSubmit: () => Promise<void>;
  /** Called when the form is first used. */
  onUse: () => void;
  /** The uploads of its fields. */
  uploads: FormUploads;
  /** The submit bar, at the foot and always visible. */
  bar: ReactNode;
  /** The fields, one below another. */
  children: ReactNode;
}

/** The form element of every generator: its fields, the title of the result, and the submit bar. */
export function GeneratorFormFrame({ onSubmit, onUse, uploads, bar, children }: GeneratorFormFrameProps) {
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
        <FormUploadsContext value={uploads}>{children}</FormUploadsContext>
        <GenerationTitleField />
      </div>
      {bar}
    </form>
  );
}

interface GeneratorSubmitBarProps extends Omit<ComponentProps<typeof SubmitBar>, "detail"> {
  generator: string;
  model: string;
}

/** The submit bar of a generator: also says whether the rate limit of the model delays the request. */
export function GeneratorSubmitBar({ generator, model, ...bar }: GeneratorSubmitBarProps) {
  return <SubmitBar {...bar} detail={useRateDetail(generator, model)} />;
}
