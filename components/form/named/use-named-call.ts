"use client";

import { useQueryClient, type QueryKey } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, apiFetch } from "@/components/queries/api-fetch";
import { useErrorToast } from "@/components/queries/use-error-toast";

/** A list of what a person saves under names, with the words of its dialogs. */
export interface NamedList {
  queryKey: QueryKey;
  /** The key of the problem with a name that is taken. */
  takenKey: string;
  /** In Unicode code points. */
  nameMaxLength: number;
  words: {
    name: string;
    taken: string;
    invalidName: string;
    cancel: string;
  };
}

/** Changes a list and reloads it, also after a refusal. `nameError` is what the studio said of the name. */
export function useNamedCall({ queryKey, takenKey, words }: NamedList) {
  const client = useQueryClient();
  const showError = useErrorToast();
  const [pending, setPending] = useState(false);
  const [nameError, setNameError] = useState<string>();

  /** Resolves to whether it is done. */
  async function call(...given: Parameters<typeof apiFetch>): Promise<boolean> {
    setPending(true);
    setNameError(undefined);
    const reload = () => client.invalidateQueries({ queryKey });
    try {
      await apiFetch(...given);
      await reload();
      return true;
    } catch (error) {
      const problem =
        error instanceof ApiError ? error.fields.find(({ path }) => path === "name") : undefined;
      if (problem) setNameError(problem.key === takenKey ? words.taken : words.invalidName);
      else showError(error);
      void reload();
      return false;
    } finally {
      setPending(false);
    }
  }
  return { call, pending, nameError, forgetError: () => setNameError(undefined) };
}
