"use client";

import { useEffect, useRef, useState } from "react";
import { ApiError } from "@/components/data/api-fetch";
import { uploadFile } from "@/components/form/upload-file";
import type { TextEncoding } from "@/lib/text-files/decode-text";
import { prepareTextUpload } from "@/lib/text-files/prepare-text-upload";
import type { TextFileProblem } from "@/lib/text-files/text-file";

interface UploadState {
  /** On its way in; `share` from 0 to 1. */
  pending: { fileName: string; share: number } | null;
  /** Why the file was not even sent. */
  problem: TextFileProblem | null;
  /** Code of the error catalogue where the studio refused it. */
  refusal: string | null;
  /** What the file was before it was written anew as UTF-8. */
  convertedFrom: TextEncoding | null;
}

const idle: UploadState = { pending: null, problem: null, refusal: null, convertedFrom: null };

/** Brings one text file at a time into the studio; another one takes its place. */
export function useTextFileUpload(onUploaded: (assetId: string) => void) {
  const [state, setState] = useState(idle);
  const current = useRef<AbortController | null>(null);
  useEffect(() => () => current.current?.abort(), []);

  async function bring(chosen: File): Promise<void> {
    current.current?.abort();
    const controller = new AbortController();
    current.current = controller;
    const { signal } = controller;
    const show = (next: Partial<UploadState>) => {
      if (!signal.aborted) setState({ ...idle, ...next });
    };
    show({ pending: { fileName: chosen.name, share: 0 } });
    const prepared = await prepareTextUpload(chosen);
    if ("problem" in prepared) return show({ problem: prepared.problem });
    const { file, kind, convertedFrom = null } = prepared;
    try {
      const onProgress = (share: number) => show({ pending: { fileName: file.name, share } });
      const { assetId } = await uploadFile(file, { kind, signal, onProgress });
      show({ convertedFrom });
      onUploaded(assetId);
    } catch (error) {
      if (signal.aborted) return;
      show({ refusal: error instanceof ApiError ? error.code : "internal" });
      if (!(error instanceof ApiError)) throw error;
    }
  }

  function cancel() {
    current.current?.abort();
    setState(idle);
  }

  return { ...state, bring, cancel };
}
