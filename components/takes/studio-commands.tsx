"use client";

import { useTranslations } from "next-intl";
import { useEffect, useMemo, useRef, type ReactNode } from "react";
import { useGeneratorParts, useGenerators } from "@/components/generators";
import type { SubmissionOptions } from "@/components/queries/studio-actions";
import { useErrorToast } from "@/components/queries/use-error-toast";
import { useLoadInput } from "@/components/queries/whole-generation";
import { GenerationCommandsProvider, type GenerationCommands } from "./generation-commands";
import { useOpenPage } from "@/components/shell/use-open-page";
import { showToast } from "@/components/ui/toast";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { isShortened } from "@/lib/generations/read/shorten-generation";
import { useLoadErrorText } from "@/lib/i18n/use-error-text";
import { useSubmitGeneration } from "./use-submit-generation";

interface StudioCommandsProps {
  /** On the page of the form: fills it instead of opening it. */
  onEdit?: (generation: GenerationDto) => void;
  onReuseSeed?: (generation: GenerationDto) => void;
  /** Called when something was sent; the page shows it. */
  onSent?: (generation: GenerationDto) => void;
  children: ReactNode;
}

/** Provides the commands on the takes of a page. */
export function StudioCommands({ onEdit, onReuseSeed, onSent, children }: StudioCommandsProps) {
  const t = useTranslations("takes");
  const openPage = useOpenPage();
  const loadErrorText = useLoadErrorText();
  const submit = useSubmitGeneration();
  const generators = useGenerators();
  const { varyInput } = useGeneratorParts();
  const loadInput = useLoadInput();
  const showError = useErrorToast();

  function edit(generation: GenerationDto) {
    if (onEdit) withInput(generation, (input) => onEdit({ ...generation, input }));
    else openPage(`/create/${generation.generator}?from=${generation.id}`);
  }

  async function send(generation: GenerationDto, input: Record<string, unknown>, options: SubmissionOptions) {
    const result = await submit(generation.generator, input, options);
    if (!result.ok) {
      refuse(generation, result.problem);
      return;
    }
    if (onSent) {
      onSent(result.generation);
      return;
    }
    const href = `/create/${generation.generator}`;
    showToast({
      tone: "plain",
      title: t("sentAgain"),
      action: { label: t("show"), onSelect: () => openPage(href) },
    });
  }

  /** A rejected field can only be changed in the form, which shows the problem. */
  function refuse(generation: GenerationDto, { code, fields }: { code: string; fields: readonly unknown[] }) {
    if (fields.length === 0) {
      void loadErrorText(code).then(({ title, action }) =>
        showToast({ tone: "danger", title, description: action }),
      );
      return;
    }
    showToast({
      tone: "danger",
      title: t("notSentAgain.title"),
      description: t("notSentAgain.text"),
      action: { label: t("actions.edit"), onSelect: () => edit(generation) },
    });
  }

  /** Runs a command with the whole input, which a list may have shortened. */
  function withInput(
    generation: GenerationDto,
    run: (input: Record<string, unknown>) => Promise<void> | void,
  ): void {
    if (isShortened(generation)) void loadInput(generation).then(run, showError);
    // At once: a browser lets audio start only in the press itself.
    else void run(generation.input);
  }

  async function vary(generation: GenerationDto, input: Record<string, unknown>) {
    const varied = await varyInput(generation.generator, input);
    if (!varied) return;
    await send(generation, varied, { parentId: generation.id, relation: "vary" });
  }

  const commands = {
    again: (generation: GenerationDto) =>
      withInput(generation, (input) =>
        send(generation, input, { parentId: generation.id, relation: "again" }),
      ),
    vary: (generation: GenerationDto) => withInput(generation, (input) => vary(generation, input)),
    refuse,
    edit,
    reuseSeed: (generation: GenerationDto) => onReuseSeed?.(generation),
  };
  const latest = useRef(commands);
  useEffect(() => {
    latest.current = commands;
  });
  const hasForm = onReuseSeed !== undefined;
  // The same commands at every render of the page, so that it does not render its takes again.
  const stable = useMemo<GenerationCommands>(
    () => ({
      again: (generation) => latest.current.again(generation),
      vary: (generation) => latest.current.vary(generation),
      refuse: (generation, problem) => latest.current.refuse(generation, problem),
      edit: (generation) => latest.current.edit(generation),
      ...(hasForm ? { reuseSeed: (generation: GenerationDto) => latest.current.reuseSeed(generation) } : {}),
      canVary: (generator) => generators.some(({ id, canVary }) => id === generator && canVary),
    }),
    [generators, hasForm],
  );
  return <GenerationCommandsProvider commands={stable}>{children}</GenerationCommandsProvider>;
}
