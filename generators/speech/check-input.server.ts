import type { InputCheck } from "@/lib/generations/record/definition-port";
import { findSpeechValueProblems } from "@/lib/service/contract/open-values";
import type { SpeechInput } from "./speech-input";

/** Refuses values that the connection's profile does not allow, before anything is queued. */
export const checkInput: InputCheck<SpeechInput> = (input, { profile }) =>
  Promise.resolve(findSpeechValueProblems(input, profile.fieldValues.speech));
