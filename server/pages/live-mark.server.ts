import { cache } from "react";
import { getLiveHub } from "@/server/generation-services.server";

/**
 * The mark of a person's generations, the same for layout and page of a request. A page reads it before its data, so that
 * a browser with this mark reloads nothing unless something changed since.
 */
export const getLiveMark = cache(async (userId: string): Promise<string> =>
  (await getLiveHub()).readMark(userId),
);
