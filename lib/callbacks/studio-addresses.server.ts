import { getEnv } from "@/lib/env/env.server";
import type { StudioAddresses } from "./callback-base";

/** Where this studio is found, as the environment and the launcher say. */
export function getStudioAddresses(): StudioAddresses {
  const { STUDIO_PUBLIC_URL: publicUrl, STUDIO_LOCAL_URL: localUrl } = getEnv();
  return { publicUrl, localUrl };
}
