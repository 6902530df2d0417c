import { fruitlessStates } from "@/lib/generations/record/states";

/** The list of what ended without success, as the address of Activity says: what was dismissed, or all else. */
export function readTroubled(search: { get(name: string): string | null }) {
  return { states: fruitlessStates, dismissed: search.get("dismissed") === "true" };
}
