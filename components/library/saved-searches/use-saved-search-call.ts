"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ApiError, apiFetch } from "@/components/queries/api-fetch";
import { savedSearchQueries } from "@/components/queries/saved-search-queries";
import { useErrorToast } from "@/components/queries/use-error-toast";

/** Changes saved searches and reloads them, also after a refusal. `nameError` is what the studio said of the name. */
export function useSavedSearchCall() {
  const t = useTranslations("library.saved");
  const client = useQueryClient();
  const showError = useErrorToast();
  const [pending, setPending] = useState(false);
  const [nameError, setNameError] = useState<string>();

  /** Resolves to whether it is done. */
  async function call(...given: Parameters<typeof apiFetch>): Promise<boolean> {
    setPending(true);
    setNameError(undefined);
    const reload = () => client.invalidateQueries(savedSearchQueries.list());
    try {
      await apiFetch(...given);
      await reload();
      return true;
    } catch (error) {
      const problem =
        error instanceof ApiError ? error.fields.find(({ path }) => path === "name") : undefined;
      if (problem) setNameError(t(problem.key === "saved-search.name.taken" ? "taken" : "invalidName"));
      else showError(error);
      void reload();
      return false;
    } finally {
      setPending(false);
    }
  }
  return { call, pending, nameError, forgetError: () => setNameError(undefined) };
}
