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

/**
 * Brings one text file at a time into the studio; another one takes its place. While one is on its way none is chosen, so
 * that the one before is not sent by mistake; it is chosen again where the next one does not come.
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
