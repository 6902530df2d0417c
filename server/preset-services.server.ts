import { definitionRegistry } from "@/generators/registry";
import { getDatabase } from "@/lib/db/database.server";

/** What presets need of the studio. */
export const getPresetServices = () => ({ database: getDatabase(), generators: definitionRegistry });
