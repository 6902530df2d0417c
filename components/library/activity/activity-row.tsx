"use client";

import { Check, Undo2 } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { Link } from "@/components/ui/link";
import { useGenerator } from "@/components/generators";
import { GeneratorIcon } from "@/components/shell/generator-icon";
import { TakeActions } from "@/components/takes/take-actions";
import TakeProblem from "@/components/takes/take-problem";
import { useGenerationWords } from "@/components/takes/use-generation-words";
import { Button } from "@/components/ui/button";
import { ProgressLine } from "@/components/ui/progress";
import { StateDot } from "@/components/ui/state-dot";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { isTerminal } from "@/lib/generations/record/states";
import { useDismissals } from "./use-dismissals";

/** One generation in the queue on one line, with its problem below. */
export function ActivityRow({ generation }: { generation: GenerationDto }) {
  const generator = useGenerator(generation.generator);
  const format = useFormatter();
  const words = useGenerationWords();
  const state = words.state(generation);
  const ended = isTerminal(generation.state);
  const title = words.title(generation);
  return (
    <li data-row="" data-generator={generation.generator} className="relative border-b py-3">
      <div className="flex min-h-7.5 flex-wrap items-center gap-x-3 gap-y-1">
        {generator ? <GeneratorIcon generator={generator} className="size-4 shrink-0 text-hue" /> : null}
        <Link
          href={`/library/${generation.id}`}
          dir="auto"
          className="min-w-0 flex-1 truncate rounded-xs text-base font-medium hover:underline hover:underline-offset-3 max-sm:basis-3/4"
        >
          {title}
        </Link>
        {state ? (
          <StateDot tone={state.tone}>
            <span>{state.words}</span>
          </StateDot>
        ) : null}
        <span className="text-xs text-text-3">{words.facts(generation)}</span>
        {ended ? (
          <time dateTime={generation.finishedAt ?? generation.createdAt} className="text-xs text-text-3">
            {format.dateTime(new Date(generation.finishedAt ?? generation.createdAt), "dateTime")}
          </time>
        ) : null}
        {ended ? <DismissButton generation={generation} title={title} /> : null}
        <TakeActions generation={generation} className="shrink-0" />
      </div>
      {ended ? (
        <div className="mt-2">
          <TakeProblem generation={generation} />
        </div>
      ) : null}
      {state?.tone === "active" ? (
        <ProgressLine label={title} className="absolute inset-x-0 -bottom-px h-px! bg-transparent!" />
      ) : null}
    </li>
  );
}

function DismissButton({ generation, title }: { generation: GenerationDto; title: string }) {
  const t = useTranslations("activity");
  const { change } = useDismissals();
  const { id, dismissedAt } = generation;
  const dismissed = dismissedAt === undefined;
  return (
    <Button
      variant="ghost"
      size="small"
      data-dismiss=""
      pending={change.isPending}
      aria-label={t(dismissed ? "dismissOne" : "bringBackOne", { title })}
      onClick={({ currentTarget }) => {
        const next = findNextButton(currentTarget);
        change.mutate({ id, dismissed, onDone: () => next?.focus() });
      }}
    >
      {dismissed ? <Check aria-hidden /> : <Undo2 aria-hidden />}
      {t(dismissed ? "dismiss" : "bringBack")}
    </Button>
  );
}

/** What has the focus once the row of this button is gone: the same button of a neighbour, else the content. */
function findNextButton(button: HTMLElement): HTMLElement | null {
  const buttons = [...document.querySelectorAll<HTMLElement>("[data-dismiss]")];
  const index = buttons.indexOf(button);
  return buttons[index + 1] ?? buttons[index - 1] ?? button.closest("main");
}
