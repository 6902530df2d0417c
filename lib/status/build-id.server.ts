import { readFileSync } from "node:fs";

let known: string | undefined;

/** The build whose pages this process serves; `development` without one. Pages compare it with theirs. */
export function readBuildId(): string {
  return (known ??= findBuildId());
}

function findBuildId(): string {
  try {
    return readFileSync(".next/BUILD_ID", "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "development";
    throw error;
  }
}
