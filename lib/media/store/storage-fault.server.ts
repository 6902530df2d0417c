import { StudioError } from "@/lib/errors/studio-error";

/** Runs one operation of the storage; whatever it throws becomes `storage.failed` with the fault as its cause. */
export async function asStorageFault<Result>(operation: () => Promise<Result>): Promise<Result> {
  try {
    return await operation();
  } catch (cause) {
    throw cause instanceof StudioError ? cause : new StudioError("storage.failed", { cause });
  }
}

/** The `code` of a Node error (ENOENT, EACCES ...), if it has one. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
