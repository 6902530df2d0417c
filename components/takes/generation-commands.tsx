"use client";

import { createContext, use, type ReactNode } from "react";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";

/** What can be begun from a generation; the page that shows it knows how. */
export interface GenerationCommands {
  /** Sends the same input once more. */
  again(generation: GenerationDto): void;
  /** Sends it with new chance in it. */
  vary(generation: GenerationDto): void;
  /** Says why it was not sent once more, and leads to the form where only that can mend it. */
  refuse(generation: GenerationDto, problem: { code: string; fields: readonly unknown[] }): void;
  /** Fills the form with its input. */
  edit(generation: GenerationDto): void;
  /** Fills the form's seed only; missing where no form is on the page. */
  reuseSeed?: (generation: GenerationDto) => void;
  /** Whether the generator knows how to vary. */
  canVary(generator: string): boolean;
}

const CommandsContext = createContext<GenerationCommands | null>(null);

export function GenerationCommandsProvider({
  commands,
  children,
}: {
  commands: GenerationCommands;
  children: ReactNode;
}) {
  return <CommandsContext value={commands}>{children}</CommandsContext>;
}

export function useGenerationCommands(): GenerationCommands {
  const commands = use(CommandsContext);
  if (!commands) throw new Error("GenerationCommandsProvider is missing above");
  return commands;
}
