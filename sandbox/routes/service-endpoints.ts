import { imageGeneration } from "./image-generation.ts";
import type { ServiceEndpoint } from "./service-endpoint.ts";

/** Every endpoint the sandbox serves: the seven of service.md and the optional ones of unshown.md. */
export const SERVICE_ENDPOINTS: readonly ServiceEndpoint[] = [imageGeneration];
