import type { InputCheck } from "@/lib/generations/input-check-port.server";
import { findReferenceProblems } from "./find-reference-problems";
import type { ImageInput } from "./image-input";

/** Refuses more subject references than the connection's profile allows, before anything is queued. */
export const checkImageInput: InputCheck<ImageInput> = (input, { profile }) =>
  Promise.resolve(findReferenceProblems(input, profile.limits));
