"use client";

import { createContext, use, type ReactNode } from "react";
import type { relations } from "@/lib/generations/ask/new-generation.server";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import type { TaskAnswer } from "@/lib/generations/ask/ask-about-task.server";
import type { ActionResult } from "@/lib/http/action-result";
import type { VoiceListDto } from "@/lib/voices/voice-dto";

/** What a submission carries beside its input: a title, the generation it comes from, and the project its results go to. */
export interface SubmissionOptions {
  title?: string | undefined;
  parentId?: string | undefined;
  relation?: (typeof relations)[number] | undefined;
  /** Where its results go. */
  projectId?: string | undefined;
}

/** The server actions that components deep in a page call; app/(studio)/layout.tsx hands them in. */
export interface StudioActions {
  /** Creates a generation; the same idempotency key again gives the same one. */
  submitGeneration: (
    generator: string,
    input: unknown,
    idempotencyKey: string,
    options?: SubmissionOptions,
  ) => Promise<ActionResult<GenerationDto>>;
  /** Asks the service about a pending task; with the file of its result where the person knows it. */
  askAboutTask: (id: string, fileId?: string) => Promise<ActionResult<TaskAnswer>>;
  /** Asks the service for its voices now. */
  refreshVoices: (model: string) => Promise<ActionResult<VoiceListDto>>;
}

const StudioActionsContext = createContext<StudioActions | null>(null);

export function StudioActionsProvider({
  actions,
  children,
}: {
  actions: StudioActions;
  children: ReactNode;
}) {
  return <StudioActionsContext value={actions}>{children}</StudioActionsContext>;
}

export function useStudioActions(): StudioActions {
  const actions = use(StudioActionsContext);
  if (!actions) throw new Error("useStudioActions needs a StudioActionsProvider.");
  return actions;
}
