"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { apiFetch } from "@/components/queries/api-fetch";
import { refreshProjects } from "@/components/queries/project-keys";
import { useErrorToast } from "@/components/queries/use-error-toast";

type ApiFetchArguments = Parameters<typeof apiFetch>;

/** Changes something of projects and reloads what is shown of them, also after a refusal. Resolves to whether it is done. */
export function useProjectCall(): {
  call: (...given: ApiFetchArguments) => Promise<boolean>;
  pending: boolean;
} {
  const client = useQueryClient();
  const showError = useErrorToast();
  const [running, setRunning] = useState(0);
  async function call(...given: ApiFetchArguments): Promise<boolean> {
    setRunning((count) => count + 1);
    try {
      await apiFetch(...given);
      return true;
    } catch (error) {
      showError(error);
      return false;
    } finally {
      setRunning((count) => count - 1);
      await refreshProjects(client);
    }
  }
  return { call, pending: running > 0 };
}
