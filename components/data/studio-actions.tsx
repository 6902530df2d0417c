"use client";

import { createContext, use, type ReactNode } from "react";
import type { TaskAnswer } from "@/lib/generations/task-answer";
import type { ActionResult } from "@/lib/http/action-result";
import type { VoiceListDto } from "@/lib/voices/voice-dto";

/** The server actions that components deep in a page call; app/(studio)/layout.tsx hands them in. */
export interface StudioActions {
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
