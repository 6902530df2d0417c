/** service.md "Asynchronous speech synthesis request", Text rules 1: sounds that a text may hold. */
export const TONE_TAGS = [
  "(laughs)",
  "(chuckle)",
  "(coughs)",
  "(clear-throat)",
  "(groans)",
  "(breath)",
  "(pant)",
  "(inhale)",
  "(exhale)",
  "(gasps)",
  "(sniffs)",
  "(sighs)",
  "(snorts)",
  "(burps)",
  "(lip-smacking)",
  "(humming)",
  "(hissing)",
  "(emm)",
  "(whistles)",
  "(sneezes)",
  "(crying)",
  "(applause)",
] as const;

/** Text rules 1: the models that take tone tags. */
export const TONE_TAG_MODELS = ["speech-2.8-hd", "speech-2.8-turbo"] as const;

/** Whether a model takes tone tags (Text rules 1). */
export function supportsToneTags(model: string): boolean {
  return TONE_TAG_MODELS.some((name) => name === model);
}

/** The tone tags that stand in a text, each once, in the order of the list. */
export function findToneTags(text: string): string[] {
  return TONE_TAGS.filter((tag) => text.includes(tag));
}
