"use server";

import { z } from "zod";
import { getSessionActor } from "@/lib/auth/session-actor.server";
import { studioClock } from "@/lib/clock";
import { getDatabase } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { deleteUpload } from "@/lib/generations/change/delete-upload.server";
import type { DeletedUpload } from "@/lib/generations/read/uploads-dto";
import type { ActionResult } from "@/lib/http/action-result";
import { runAction } from "@/lib/http/run-action.server";

export async function deleteUploadAction(
  uploadId: string,
  includeUsed: boolean,
): Promise<ActionResult<DeletedUpload>> {
  return runAction(async () => {
    const author = await getSessionActor();
    const id = z.uuid().safeParse(uploadId);
    if (!id.success) throw new StudioError("not-found");
    return deleteUpload(
      { database: getDatabase(), clock: studioClock },
      { author, id: id.data, includeUsed: includeUsed === true },
    );
  });
}
