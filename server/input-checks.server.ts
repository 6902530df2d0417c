import type { InputCheck, InputCheckRegistry } from "@/lib/generations/ask/input-check-port.server";

/** Loaded when an input of theirs comes: most pages never need one. Only generators that check more than a schema can. */
const loaders: Record<string, () => Promise<InputCheck>> = {
  cover: async () =>
    (await import("@/generators/cover/check-cover-input.server")).checkCoverInput as unknown as InputCheck,
  image: async () =>
    (await import("@/generators/image/check-image-input.server")).checkImageInput as unknown as InputCheck,
  narration: async () =>
    (await import("@/generators/narration/check-narration-input.server"))
      .checkNarrationInput as unknown as InputCheck,
  speech: async () =>
    (await import("@/generators/speech/check-speech-input.server")).checkSpeechInput as unknown as InputCheck,
  video: async () =>
    (await import("@/generators/video/check-video-input.server")).checkVideoInput as unknown as InputCheck,
};

/** What createGeneration asks for checks. */
export const inputCheckRegistry: InputCheckRegistry = {
  load: async (id) => loaders[id]?.(),
};
