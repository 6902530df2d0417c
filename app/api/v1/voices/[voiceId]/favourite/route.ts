import { defineRoute } from "@/lib/http/route.server";
import { addFavouriteVoice, removeFavouriteVoice } from "@/lib/voices/favourite-voices.server";
import { voiceParamsSchema } from "@/lib/voices/voice-params";

export const PUT = defineRoute({
  auth: "actor",
  params: voiceParamsSchema,
  operation: {
    id: "markVoice",
    tag: "Voices",
    summary: "Mark a voice as a favourite",
    answers: { 204: { description: "It is one." } },
    problems: ["input.invalid"],
  },
  async handle({ actor, params }) {
    await addFavouriteVoice(actor.userId, params.voiceId);
    return new Response(null, { status: 204 });
  },
});

export const DELETE = defineRoute({
  auth: "actor",
  params: voiceParamsSchema,
  operation: {
    id: "unmarkVoice",
    tag: "Voices",
    summary: "Take a voice out of the favourites",
    answers: { 204: { description: "It is none." } },
  },
  async handle({ actor, params }) {
    await removeFavouriteVoice(actor.userId, params.voiceId);
    return new Response(null, { status: 204 });
  },
});
