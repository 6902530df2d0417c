"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { describeGeneration } from "@/lib/generations/ask/describe-generation";
import { classNames } from "@/components/ui/class-names";
import type { GeneratorExample } from "@/lib/generations/ask/definition-port";
import { ExampleThumbnail, type ExampleMedia } from "./example-thumbnail";

/** A filled form to start from; `media` is null where nothing was made of it yet. */
export interface ShownExample extends GeneratorExample<Record<string, unknown>> {
  media: ExampleMedia | null;
}

export interface ExampleListProps {
  generator: string;
  examples: readonly ShownExample[];
  /** Fills the form on this page; without it each example leads to the form. */
  onChoose?: (example: ShownExample) => void;
  className?: string;
}

const rowClass =
  "flex w-full items-start gap-3.5 rounded-md px-3 py-2.5 text-left transition-colors hover:bg-raised focus-visible:bg-raised";

/** Filled forms to start from: what came of each in the sandbox, its title, and its words. */
export function ExampleList({ generator, examples, onChoose, className }: ExampleListProps) {
  const t = useTranslations("generators");
  return (
    <ul className={classNames("-mx-3 grid gap-1 text-left", className)}>
      {examples.map((example) => {
        const words = (
          <>
            {example.media ? <ExampleThumbnail media={example.media} /> : null}
            <span className="min-w-0 flex-1">
              <span className="block text-sm font-medium text-text">
                {t(`${generator}.examples.${example.key}` as Parameters<typeof t>[0])}
              </span>
              <span className="mt-0.5 line-clamp-2 text-sm text-text-3">
                {describeGeneration({
                  title: null,
                  input: example.input,
                  model: String(example.input.model ?? ""),
                })}
              </span>
            </span>
          </>
        );
        return (
          <li key={example.key}>
            {onChoose ? (
              <button type="button" className={rowClass} onClick={() => onChoose(example)}>
                {words}
              </button>
            ) : (
              <Link href={`/create/${generator}?example=${example.key}`} className={rowClass}>
                {words}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
