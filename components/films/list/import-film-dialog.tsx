"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "@/components/queries/api-fetch";
import { filmsAddress, refreshFilmLists } from "@/components/queries/film-queries";
import { sendFile } from "@/components/queries/send-file";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { ProgressLine } from "@/components/ui/progress";
import { showToast } from "@/components/ui/toast";
import type { ImportedFilmDto } from "@/lib/archive/imported-film-dto";
import type { FilmDto } from "@/lib/films/film-dto";
import { useErrorText } from "@/lib/i18n/use-error-text";
import { useFilmCall } from "./use-film-call";

type Import =
  | { step: "choose" }
  | { step: "send"; name: string; share: number }
  | { step: "failed"; code: string }
  | { step: "trashed"; film: FilmDto };

/** Imports a film with its items from a file, and opens it. Loaded on demand, hence the default export. */
export default function ImportFilmDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("films");
  const router = useRouter();
  const client = useQueryClient();
  const { restore, pending } = useFilmCall();
  const input = useRef<HTMLInputElement>(null);
  const sending = useRef<AbortController>(null);
  const [state, setState] = useState<Import>({ step: "choose" });
  useEffect(() => () => sending.current?.abort(), []);

  async function send(file: File) {
    const controller = new AbortController();
    sending.current = controller;
    const show = (share: number) => setState({ step: "send", name: file.name, share });
    show(0);
    try {
      const answer = await sendFile<ImportedFilmDto>(`${filmsAddress}/imports`, file, {
        onProgress: show,
        signal: controller.signal,
      });
      void refreshFilmLists(client);
      finish(answer);
    } catch (error) {
      if (controller.signal.aborted) return;
      setState({ step: "failed", code: error instanceof ApiError ? error.code : "internal" });
    }
  }
  function finish({ film, created, missing }: ImportedFilmDto) {
    if (film.deletedAt) {
      setState({ step: "trashed", film });
      return;
    }
    if (!created) showToast({ tone: "plain", title: t("import.known", { title: film.title }) });
    else if (missing > 0) showToast({ tone: "plain", title: t("import.missing", { count: missing }) });
    router.push(`/films/${film.id}`);
  }
  const isSending = state.step === "send";
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("import.label")}
      closeLabel={t("cancel")}
      footer={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          {state.step === "trashed" ? (
            <Button
              variant="primary"
              pending={pending}
              onClick={() =>
                void restore(state.film).then((done) => done && router.push(`/films/${state.film.id}`))
              }
            >
              {t("trash.restore")}
            </Button>
          ) : (
            <Button
              data-autofocus=""
              variant="primary"
              pending={isSending}
              onClick={() => input.current?.click()}
            >
              {t("import.choose")}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4 text-sm text-text-2">
        <p>{t("import.explanation")}</p>
        <input
          ref={input}
          type="file"
          hidden
          accept=".zip,application/zip"
          aria-label={t("import.choose")}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) void send(file);
            // Lets the same file be chosen again.
            currentTarget.value = "";
          }}
        />
        {isSending ? (
          <div className="grid gap-2">
            <span className="truncate text-text" dir="auto">
              {state.name}
            </span>
            <ProgressLine
              label={state.share < 1 ? t("import.sending") : t("import.adding")}
              share={state.share < 1 ? state.share : undefined}
            />
            <span role="status" className="text-xs text-text-3">
              {state.share < 1 ? t("import.sending") : t("import.adding")}
            </span>
          </div>
        ) : null}
        {state.step === "failed" ? <ImportProblem code={state.code} /> : null}
        {state.step === "trashed" ? (
          <Notice tone="neutral" announce title={t("import.trashed", { title: state.film.title })} />
        ) : null}
      </div>
    </Dialog>
  );
}

function ImportProblem({ code }: { code: string }) {
  const { title, action } = useErrorText()(code);
  return (
    <Notice announce title={title}>
      {action}
    </Notice>
  );
}
