import { generators } from "@/generators/registry";
import { systemClock } from "@/lib/clock";
import { listGeneratorModels } from "@/lib/costs/generator-models";
import { getDatabase } from "@/lib/db/database.server";

/** What costs need of the studio. */
export const getCostServices = () => ({
  database: getDatabase(),
  clock: systemClock,
  models: listGeneratorModels(generators),
});
