"use client";

import { createContext, use, type ReactNode } from "react";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";

/** The commands on a generation; the page that shows it provides them. */
export interface GenerationCommands {
  /** Sends the same input once more. */
  again(generation: GenerationDto): void;
  /** Sends it with a new seed. */
  vary(generation: GenerationDto): void;
  /** Shows why it was not sent again, with a link to the form if a field must change. */
  refuse(generation: GenerationDto, problem: { code: string; fields: readonly unknown[] }): void;
  /** Fills the form with its input. */
  edit(generation: GenerationDto): void;
  /** Fills only the seed of the form; missing on pages without a form. */
  reuseSeed?: (generation: GenerationDto) => void;
  /** Whether the generator can vary an input. */
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
