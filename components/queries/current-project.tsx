"use client";

import { createContext, use, useState, type ReactNode } from "react";
import type { CurrentProject } from "@/lib/projects/project-dto";
import { apiFetch } from "./api-fetch";
import { useErrorToast } from "./use-error-toast";

interface CurrentProjectState {
  /** Where new results go; null without a project. */
  project: CurrentProject;
  /** Chooses another project, or none. */
  choose: (projectId: string | null) => Promise<void>;
  /** Reads it again, after the studio refused it. */
  reload: () => Promise<void>;
}

const CurrentProjectContext = createContext<CurrentProjectState>({
  project: null,
  choose: () => Promise.resolve(),
  reload: () => Promise.resolve(),
});

const address = "/api/v1/projects/current";

/** Holds where new results go, for all pages. */
export function CurrentProjectProvider({
  initial,
  children,
}: {
  initial: CurrentProject;
  children: ReactNode;
}) {
  const [project, setProject] = useState(initial);
  const showError = useErrorToast();
  async function show(answer: Promise<{ project: CurrentProject }>) {
    try {
      setProject((await answer).project);
    } catch (error) {
      showError(error);
    }
  }
  const choose = (projectId: string | null) =>
    show(apiFetch(address, { method: "PUT", body: { projectId } }));
  const reload = () => show(apiFetch(address));
  return <CurrentProjectContext value={{ project, choose, reload }}>{children}</CurrentProjectContext>;
}

export function useCurrentProject(): CurrentProjectState {
  return use(CurrentProjectContext);
}
