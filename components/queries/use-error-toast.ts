"use client";

import { showToast } from "@/components/ui/toast";
import { useLoadErrorText } from "@/lib/i18n/use-error-text";
import { ApiError } from "./api-fetch";

/** Shows an error of the studio in a toast. */
export function useErrorToast(): (error: unknown) => void {
  const loadErrorText = useLoadErrorText();
  return (error) => {
    void loadErrorText(error instanceof ApiError ? error.code : "internal").then(({ title, action }) =>
      showToast({ tone: "danger", title, description: action }),
    );
  };
}
