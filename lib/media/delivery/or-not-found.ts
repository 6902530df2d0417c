import { StudioError } from "@/lib/errors/studio-error";

/** A row without its blob is a fault of the data folder: gone for the reader, told in full to the log by its cause. */
export async function orNotFound<Result>(promise: Promise<Result>): Promise<Result> {
  try {
    return await promise;
  } catch (cause) {
    if (cause instanceof StudioError && cause.code === "asset.missing") {
      throw new StudioError("not-found", { cause });
    }
    throw cause;
  }
}
