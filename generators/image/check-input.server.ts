import type { InputCheck } from "@/lib/generations/record/definition-port";
import { findImageValueProblems } from "@/lib/service/contract/open-values";
import { findReferenceProblems } from "./find-reference-problems";
import type { ImageInput } from "./image-input";

/** Refuses subject references and values that the connection's profile does not allow, before anything is queued. */
export const checkInput: InputCheck<ImageInput> = (input, { profile }) =>
  Promise.resolve([
    ...findReferenceProblems(input, profile.limits),
    ...findImageValueProblems(input, profile.fieldValues.image),
  ]);
