import { getServiceAccess } from "@/lib/connections/service-access.server";
import type { AnalysisServices } from "@/lib/covers/analysis-calls.server";
import { getGenerationServices } from "./generation-services.server";

/** What the web process needs for cover analyses. */
export async function getAnalysisServices(): Promise<AnalysisServices> {
  const { jobs } = await getGenerationServices();
  return { ...getServiceAccess(), jobs };
}
