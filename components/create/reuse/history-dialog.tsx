"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { flushSync } from "react-dom";
import { moveBetweenChoices } from "@/components/form/library-choices";
import { ApiError } from "@/components/queries/api-fetch";
import { fetchPrompt, promptQueries } from "@/components/queries/prompt-queries";
import { useErrorToast } from "@/components/queries/use-error-toast";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { SearchInput } from "@/components/ui/search-input";
import { useSettledText } from "@/components/ui/use-settled-text";
import { useErrorText } from "@/lib/i18n/use-error-text";
import type { ListedPrompt } from "@/lib/prompts/prompt-dto";
import { fillText, type ReuseDialogProps } from "./fill-text";

const searchDelayMs = 150;

/** Finds a text that the person wrote before in a field, and fills the field with it. */
export function HistoryDialog({ generator, field, label, text, onClose }: ReuseDialogProps) {
  const t = useTranslations("reuse");
  const format = useFormatter();
  const errorText = useErrorText();
  const showError = useErrorToast();
  const [typed, setTyped] = useState("");
  const q = useSettledText(typed, searchDelayMs);
  const [pendingId, setPendingId] = useState<string | null>(null);
  const {
    data,
    error,
    isPending,
    isPlaceholderData,
    hasNextPage,
    fetchNextPage,
    isFetchingNextPage,
    refetch,
  } = useInfiniteQuery({
    ...promptQueries.list({ generator, field, q }),
    // The list stays while the next search is on its way.
    placeholderData: (before) => before,
  });
  const found = [
    ...new Map(data?.pages.flatMap(({ prompts }) => prompts).map((each) => [each.id, each])).values(),
  ];

  async function choose({ id, text: shown, isShortened }: ListedPrompt) {
    if (pendingId !== null) return;
    setPendingId(id);
    try {
      const whole = isShortened ? (await fetchPrompt(id)).text : shown;
      // Nothing can be written behind an open dialog.
      flushSync(onClose);
      fillText(text, whole, { filled: t("history.filled"), undo: t("undo") });
    } catch (fault) {
      setPendingId(null);
      showError(fault);
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t("history.title", { field: label })}
      closeLabel={t("close")}
      placement="top"
    >
      <div onKeyDown={moveBetweenChoices}>
        <Field label={t("history.search")} hideLabel className="mb-3">
          <SearchInput
            data-autofocus=""
            value={typed}
            placeholder={t("history.search")}
            clearLabel={t("history.clear")}
            maxLength={200}
            onClear={() => setTyped("")}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </Field>
        {error ? (
          <Notice
            title={errorText(error instanceof ApiError ? error.code : "internal").title}
            actions={<Button onClick={() => void refetch()}>{t("history.retry")}</Button>}
          />
        ) : isPending ? (
          <p className="text-sm text-text-3">{t("history.loading")}</p>
        ) : found.length === 0 ? (
          <EmptyState title={t(q ? "history.nothingFound" : "history.none", { q })} />
        ) : (
          <ul aria-busy={isPlaceholderData} className="grid grid-cols-[minmax(0,1fr)] gap-px">
            {found.map((prompt) => (
              <li key={prompt.id} className="[contain-intrinsic-size:auto_3.5rem] [content-visibility:auto]">
                <button
                  type="button"
                  data-choice=""
                  aria-busy={pendingId === prompt.id || undefined}
                  onClick={() => void choose(prompt)}
                  className="flex w-full flex-col gap-0.5 rounded-sm px-2 py-1.5 text-left hover:bg-hover"
                >
                  <span dir="auto" className="line-clamp-3 text-sm wrap-anywhere whitespace-pre-line">
                    {prompt.text.trim()}
                  </span>
                  <time dateTime={prompt.usedAt} className="text-2xs text-text-3">
                    {format.dateTime(new Date(prompt.usedAt), "dateTime")}
                  </time>
                </button>
              </li>
            ))}
          </ul>
        )}
        {hasNextPage && found.length > 0 ? (
          <div className="mt-3 flex justify-center">
            <Button size="small" pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t("history.more")}
            </Button>
          </div>
        ) : null}
      </div>
    </Dialog>
  );
}
