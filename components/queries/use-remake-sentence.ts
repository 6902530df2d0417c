"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { ApiError, apiFetch } from "./api-fetch";
import { applyGeneration } from "./generation-cache";
import { createPressKeys } from "./press-keys";
import { useErrorToast } from "./use-error-toast";

/** Fields that exclude a text: service.md "Asynchronous speech synthesis request". */
const otherTextSources = ["text_file_id", "text_file"];
/** A pause must stand between two texts: service.md "Synchronous speech synthesis request". */
const pausesAtEnds = /^(?:\s|<#[\d.]*#>)+|(?:\s|<#[\d.]*#>)+$/g;

/** The text to send for one sentence. */
export function toSentenceText(sentence: string): string {
  return sentence.replaceAll(pausesAtEnds, "");
}

/** The same input with one of its sentences as its text. */
export function toSentenceInput(input: Record<string, unknown>, sentence: string): Record<string, unknown> {
  const kept = Object.entries(input).filter(([field]) => !otherTextSources.includes(field));
  return { ...Object.fromEntries(kept), text: toSentenceText(sentence) };
}

/**
 * Generates one sentence again, as a new generation related to the original. The request is billed. A press without a
 * response is repeated with the same key.
 */
export function useRemakeSentence(generation: GenerationDto) {
  const client = useQueryClient();
  const showError = useErrorToast();
  const [keys] = useState(() => createPressKeys());
  return useMutation({
    mutationFn: async (sentence: string) => {
      const { id, generator, input } = generation;
      const wanted = {
        generator,
        input: toSentenceInput(input, sentence),
        parentId: id,
        relation: "sentence",
      };
      try {
        const made = await apiFetch<GenerationDto>("/api/v1/generations", {
          method: "POST",
          body: { ...wanted, idempotencyKey: keys.keyFor(wanted) },
        });
        keys.settle();
        return made;
      } catch (error) {
        if (error instanceof ApiError && error.status > 0) keys.settle();
        throw error;
      }
    },
    onSuccess: (made) => applyGeneration(client, made),
    onError: showError,
  });
}
