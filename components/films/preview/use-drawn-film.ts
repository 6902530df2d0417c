"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState, type RefObject } from "react";
import { useFilmDesk } from "../desk/use-desk";
import type { SlateWords } from "./picture/shot-view";
import { usePreviewStore } from "./use-preview";

/**
 * Draws the film of the desk to a canvas for as long as the part is there. The code with its decoder loads then.
 *
 * @returns tries again after the code couldn't be loaded
 */
export function useDrawnFilm(canvas: RefObject<HTMLCanvasElement | null>): () => void {
  const desk = useFilmDesk();
  const store = usePreviewStore();
  const t = useTranslations("preview.slate");
  const [attempt, setAttempt] = useState(0);
  const readWords = useEffectEvent((): SlateWords => ({
    noResult: t("noResult"),
    missing: t("missing"),
    fault: {
      gone: t("gone"),
      trash: t("trash"),
      unreadable: t("unreadable"),
      unsupported: t("unsupported"),
    },
  }));
  useEffect(() => {
    let close: (() => void) | undefined;
    let isOver = false;
    const words = readWords();
    store.set({ hasFailed: false });
    import("./film-preview").then(
      ({ FilmPreview }) => {
        if (isOver || !canvas.current) return;
        const preview = new FilmPreview({ canvas: canvas.current, desk, store, words });
        close = () => preview.close();
      },
      () => {
        if (!isOver) store.set({ hasFailed: true });
      },
    );
    return () => {
      isOver = true;
      close?.();
    };
  }, [attempt, canvas, desk, store]);
  return () => setAttempt((count) => count + 1);
}
