"use client";

import { useTranslations } from "next-intl";
import { useErrorText } from "@/lib/i18n/use-error-text";
import type { UploadFailure } from "./use-uploads";

/** Says why a file was not taken; of one of another kind, what was expected and what it seems to be. */
export function useUploadFailureText(kind: "image" | "audio"): (failure: UploadFailure) => string {
  const t = useTranslations("form.source");
  const errorText = useErrorText();
  return ({ fileName, code, content }) => {
    if (code === "asset.type") return t(`notOfKind.${kind}`, { fileName, content });
    const { title, action } = errorText(code);
    return t("uploadFailed", { fileName, title, action });
  };
}
