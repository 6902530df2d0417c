"use client";

import Link from "next/link";
import { useFormatter } from "next-intl";
import { useGenerator } from "@/components/generators";
import { TakeActions } from "@/components/takes/take-actions";
import { TakeProblem } from "@/components/takes/take-problem";
import { useGenerationWords } from "@/components/takes/use-generation-words";
import { GeneratorIcon } from "@/components/shell/generator-icon";
import { ProgressLine } from "@/components/ui/progress";
import { StateDot } from "@/components/ui/state-dot";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { isTerminal } from "@/lib/generations/record/states";

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
          prefetch={false}
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
