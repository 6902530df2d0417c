"use client";

import { useRef, useState, type ComponentProps, type ReactNode, type MouseEvent } from "react";
import { TakesMenu, TakesTimes } from "@/components/form/batch-choice";
import { type FormUploads, FormUploadsContext } from "@/components/form/form-uploads";
import { GenerationTitleField } from "@/components/form/generation-title";
import { TypedTexts, TypedTextsContext, type TypedTextValues } from "@/components/form/typed-texts";
import { ProjectChip, ProjectLine } from "@/components/form/project-chip";
import { useEarlyText, useEarlyPress } from "@/components/ui/use-early-press";
import { LazyCostEstimate, LazyRateDetail } from "@/components/takes/lazy-submit-facts";
import type { ExpectedUsage } from "@/lib/costs/units";
import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { ShortcutHint } from "@/components/ui/shortcut-keys";
import { useShortcut } from "@/components/ui/use-shortcut";

interface GeneratorFormLayoutProps extends Omit<ComponentProps<typeof SubmitBar>, "detail" | "estimate"> {
  generator: string;
  model: string;
  /** What the values would use, with texts that are being typed. */
  expectUsage: (texts: TypedTextValues) => ExpectedUsage;
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
  expectUsage,
  onSubmit,
  onUse,
  uploads,
  children,
  ...bar
}: GeneratorFormLayoutProps) {
  const ref = useRef<HTMLFormElement>(null);
  useEarlyText(ref);
  const [texts] = useState(() => new TypedTexts());
  const readRequests = (typed: TypedTextValues) => [{ model, expected: expectUsage(typed) }];
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
        <FormUploadsContext value={uploads}>
          <TypedTextsContext value={texts}>{children}</TypedTextsContext>
        </FormUploadsContext>
        <GenerationTitleField />
      </div>
      <SubmitBar
        {...bar}
        // Says whether the rate limit of the model delays the request.
        detail={<LazyRateDetail generator={generator} model={model} />}
        estimate={
          <LazyCostEstimate
            generator={generator}
            requests={readRequests({})}
            typing={{ texts, read: readRequests }}
          />
        }
      />
    </form>
  );
}

/** Emphasis in translated texts: `t.rich("summary", { strong })`. */
export const strong = (text: ReactNode) => <strong>{text}</strong>;

/** The state of a submission. */
interface SubmitState {
  /** The request is being sent. */
  pending: boolean;
  /** Pressed while uploads are running; the request is sent when they are stored. */
  awaitsFiles: boolean;
  /** Why the last submission was refused. Announced when it appears. */
  refusal: { title: string; action: string } | null;
}

interface SubmitBarProps extends SubmitState {
  /** For variations of what the form has. */
  readForm: ComponentProps<typeof TakesMenu>["readForm"];
  /** The text of the button: "Make images". */
  label: string;
  /** What will be sent: "4 images at 1248 × 832", with the number in <strong>. */
  summary: ReactNode;
  /** When it is sent: "Sends now, 6 left this minute". */
  detail: ReactNode;
  /** What it will cost, where prices say so. */
  estimate: ReactNode;
  disabled?: boolean;
}

const submitShortcut = "mod+enter";

/** The bar at the foot of a form, always visible: what is sent, and when. mod+Enter submits from any field. */
function SubmitBar({
  label,
  summary,
  detail,
  estimate,
  readForm,
  pending,
  awaitsFiles,
  refusal,
  disabled = false,
}: SubmitBarProps) {
  const t = useTranslations("form.submission");
  const barRef = useRef<HTMLDivElement>(null);
  const earlyPress = useEarlyPress("submit");
  useShortcut(submitShortcut, () => barRef.current?.closest("form")?.requestSubmit(), {
    whileTyping: true,
    enabled: !pending && !disabled,
  });
  return (
    <div
      ref={barRef}
      data-submit-bar
      className="fixed inset-x-0 bottom-[calc(3.5rem+env(safe-area-inset-bottom)+var(--player-height))] z-20 border-t bg-panel md:bottom-(--player-height) md:left-52 lg:sticky lg:bottom-0 lg:left-auto"
    >
      {refusal ? (
        <p role="alert" className="border-b page-x py-3 text-sm text-text-2">
          <strong className="font-medium text-text">{refusal.title}</strong> {refusal.action}
        </p>
      ) : null}
      {/* Above, where a warning has the whole width of a phone. */}
      <div className="peer page-x pt-2.5 text-2xs text-text-3 empty:hidden lg:pt-3.5">{estimate}</div>
      <div className="flex items-center gap-2 page-x pt-1.5 pb-2.5 peer-empty:pt-2.5 lg:pb-3.5 lg:peer-empty:pt-3.5">
        <div className="min-w-0 flex-1 text-2xs text-text-3 [&_strong]:font-medium [&_strong]:text-text-2">
          <p className="truncate">
            <TakesTimes />
            {summary}
          </p>
          <ProjectLine />
          <p className="line-clamp-2 empty:hidden" aria-live="polite">
            {awaitsFiles ? t("awaitsFiles") : detail}
          </p>
        </div>
        <ProjectChip />
        <TakesMenu readForm={readForm} />
        <Button
          {...earlyPress}
          type="submit"
          variant="primary"
          size="large"
          pending={pending}
          disabled={disabled}
          aria-keyshortcuts="Control+Enter Meta+Enter"
        >
          {label}
          <ShortcutHint shortcut={submitShortcut} className="max-2xl:hidden" />
        </Button>
      </div>
    </div>
  );
}

/** For the `onClickCapture` of a form: a double click on a submit button submits once. */
function ignoreSecondClick(event: MouseEvent<HTMLFormElement>): void {
  if (event.detail > 1 && event.target instanceof Element && event.target.closest("[type=submit]")) {
    event.preventDefault();
  }
}
