"use client";

import { useEffect, useRef, useState } from "react";
import { ApiError } from "@/components/queries/api-fetch";
import { useFormUploads } from "@/components/form/form-uploads";
import { uploadFile } from "@/components/form/upload-file";
import type { TextEncoding } from "@/generators/narration/text-files/decode-text";
import { prepareTextUpload } from "@/generators/narration/text-files/prepare-text-upload";
import type { NarrationForm } from "../narration-input";
import type { TextFileProblem } from "@/generators/narration/text-files/text-file";

interface UploadState {
  /** The running upload; `share` is from 0 to 1. */
  pending: { fileName: string; share: number } | null;
  /** Why the file was not uploaded. */
  problem: TextFileProblem | null;
  /** The error code if the studio refused the file. */
  refusal: string | null;
  /** The original encoding if the file was converted to UTF-8. */
  convertedFrom: TextEncoding | null;
}

const idle: UploadState = { pending: null, problem: null, refusal: null, convertedFrom: null };

/**
 * Uploads a text file; another one replaces it. No file is chosen meanwhile, so that the previous one is not sent by
 * mistake; it returns if the upload fails.
 */
export function useTextFileUpload(
  value: NarrationForm["text_file"],
  onValueChange: (value: NarrationForm["text_file"]) => void,
) {
  const [state, setState] = useState(idle);
  const current = useRef<AbortController | null>(null);
  const addArrival = useFormUploads();
  const before = useRef<NarrationForm["text_file"]>(undefined);
  useEffect(() => () => current.current?.abort(), []);

  async function take(chosen: File): Promise<boolean> {
    current.current?.abort();
    const controller = new AbortController();
    current.current = controller;
    const { signal } = controller;
    const show = (next: Partial<UploadState>) => {
      if (!signal.aborted) setState({ ...idle, ...next });
    };
    show({ pending: { fileName: chosen.name, share: 0 } });
    before.current = value ?? (state.pending ? before.current : undefined);
    onValueChange(undefined);
    const prepared = await prepareTextUpload(chosen);
    if (signal.aborted) return false;
    if ("problem" in prepared) {
      onValueChange(before.current);
      show({ problem: prepared.problem });
      return false;
    }
    const { file, kind, convertedFrom = null } = prepared;
    try {
      const onProgress = (share: number) => show({ pending: { fileName: file.name, share } });
      const { assetId } = await uploadFile(file, { kind, signal, onProgress });
      if (signal.aborted) return false;
      show({ convertedFrom });
      before.current = undefined;
      onValueChange({ assetId });
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      onValueChange(before.current);
      show({ refusal: error instanceof ApiError ? error.code : "internal" });
      if (!(error instanceof ApiError)) throw error;
      return false;
    }
  }

  function cancel() {
    current.current?.abort();
    setState(idle);
    onValueChange(before.current);
  }

  return { ...state, bring: (chosen: File) => addArrival(take(chosen)), cancel };
}
