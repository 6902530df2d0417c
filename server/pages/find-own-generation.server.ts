import { cache } from "react";
import { z } from "zod";
import { getGenerationServices } from "@/server/generation-services.server";
import { StudioError } from "@/lib/errors/studio-error";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";
import { getLiveMark } from "./live-mark.server";
import { getGeneration } from "@/lib/generations/read/get-generation.server";

/** A generation of the person; null for an unknown id. Read once per request. */
export const findOwnGeneration = cache(async (userId: string, id: string): Promise<GenerationDto | null> => {
  if (!z.uuid().safeParse(id).success) return null;
  // Read before the data: the browser reloads it if it changed in between.
  await getLiveMark(userId);
  try {
    return await getGeneration(await getGenerationServices(), { userId, id });
  } catch (error) {
    if (error instanceof StudioError && error.code === "not-found") return null;
    throw error;
  }
});
