import { defineRoute } from "@/lib/http/route.server";
import { addFavouriteVoice, removeFavouriteVoice } from "@/lib/voices/favourite-voices.server";
import { voiceParamsSchema } from "@/lib/voices/voice-dto";

export const PUT = defineRoute({
  auth: "actor",
  scope: "make",
  params: voiceParamsSchema,
  operation: {
    id: "markVoice",
    tag: "Voices",
    summary: "Add a voice to favourites",
    answers: { 204: { description: "Added." } },
    problems: ["input.invalid"],
  },
  handle: ({ actor, params }) => addFavouriteVoice(actor.userId, params.voiceId),
});

export const DELETE = defineRoute({
  auth: "actor",
  scope: "make",
  params: voiceParamsSchema,
  operation: {
    id: "unmarkVoice",
    tag: "Voices",
    summary: "Remove a voice from favourites",
    answers: { 204: { description: "Removed." } },
  },
  handle: ({ actor, params }) => removeFavouriteVoice(actor.userId, params.voiceId),
});
