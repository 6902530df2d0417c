"use client";

import { useRef, type ComponentProps, type ReactNode } from "react";
import { type FormUploads, FormUploadsContext } from "@/components/form/form-uploads";
import { GenerationTitleField } from "@/components/form/generation-title";
import { ignoreSecondClick, SubmitBar } from "@/components/form/submit-bar";
import { useEarlyText } from "@/components/ui/use-early-press";
import { useRateDetail } from "@/components/queries/use-rate-detail";

interface GeneratorFormLayoutProps extends Omit<ComponentProps<typeof SubmitBar>, "detail"> {
  generator: string;
  model: string;
  onSubmit: () => Promise<void>;
  /** Called when the form is first used. */
  onUse: () => void;
  uploads: FormUploads;
  children: ReactNode;
}

/** The form element of every generator: its fields, the title of the result, and a submit bar that is always visible. */
export function GeneratorFormLayout({
  generator,
  model,
  onSubmit,
  onUse,
  uploads,
  children,
  ...bar
}: GeneratorFormLayoutProps) {
  // Says whether the rate limit of the model delays the request.
  const detail = useRateDetail(generator, model);
  const ref = useRef<HTMLFormElement>(null);
  useEarlyText(ref);
  return (
    <form
      ref={ref}
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
      <SubmitBar {...bar} detail={detail} />
    </form>
  );
}

/** Emphasis in translated texts: `t.rich("summary", { strong })`. */
export const strong = (text: ReactNode) => <strong>{text}</strong>;
