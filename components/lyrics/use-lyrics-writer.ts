"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ApiError, apiFetch } from "@/components/queries/api-fetch";
import { lyricsQueries } from "@/components/queries/lyrics-queries";
import { createPressKeys } from "@/components/queries/press-keys";
import type { TokenEditorActions } from "@/components/form/token-editor";
import type { WrittenLyrics } from "@/lib/lyrics/lyrics-dto";
import type { LyricsRequest } from "@/lib/service/contract/lyrics";

export type WriterState =
  | { kind: "ready" }
  | { kind: "writing"; since: Date }
  /** The person waits no longer; what the service does with the request is not known here. */
  | { kind: "stopped" }
  | { kind: "failed"; code: string }
  | { kind: "written"; answer: WrittenLyrics; before: string };

/**
 * Lets the service write into the editor. One press is one request: pressing again after a lost response sends the same
 * key, so that the studio returns the stored response instead of asking again.
 */
export function useLyricsWriter(actions: TokenEditorActions, onWritingChange: (writing: boolean) => void) {
  const [state, setState] = useState<WriterState>({ kind: "ready" });
  const [keys] = useState(() => createPressKeys());
  const client = useQueryClient();
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  function replaceText(answer: WrittenLyrics): WriterState {
    const before = actions.getText();
    actions.rewrite(answer.lyrics);
    return { kind: "written", answer, before };
  }

  async function sendRequest(request: LyricsRequest, { signal }: AbortController): Promise<WriterState> {
    try {
      const body = { ...request, idempotencyKey: keys.keyFor(request) };
      const answer = await apiFetch<WrittenLyrics>("/api/v1/lyrics", { method: "POST", body, signal });
      keys.settle();
      return replaceText(answer);
    } catch (error) {
      if (signal.aborted) return { kind: "stopped" };
      if (!(error instanceof ApiError)) throw error;
      // Without a request id, the response came from something in between, not from the studio.
      if (error.requestId !== undefined) keys.settle();
      return { kind: "failed", code: error.code };
    }
  }

  return {
    state,
    /** Sends one request; ignored while one is running. The response replaces the text in one undo step. */
    write(request: LyricsRequest) {
      if (running.current) return;
      const controller = new AbortController();
      running.current = controller;
      setState({ kind: "writing", since: new Date() });
      onWritingChange(true);
      void sendRequest(request, controller)
        .then(setState)
        .finally(() => {
          running.current = null;
          onWritingChange(false);
          void client.invalidateQueries({ queryKey: lyricsQueries.drafts().queryKey });
        });
    },
    stop: () => running.current?.abort(),
    /** Replaces the text with an earlier draft in one undo step, without a request. */
    use(answer: WrittenLyrics) {
      if (!running.current) setState(replaceText(answer));
    },
    /** Restores the text from before. */
    undo() {
      if (state.kind !== "written") return;
      // Later edits are dropped as well; the editor's undo restores them.
      const isLastStep = actions.getText() === state.answer.lyrics;
      if (!isLastStep || !actions.undo()) actions.rewrite(state.before);
      setState({ kind: "ready" });
    },
  };
}
