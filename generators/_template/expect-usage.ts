import type { ExpectedUsage } from "@/lib/costs/units";

/** Without a number the service makes one image. */
export function expectUsage({ n = 1 }: { n?: number | undefined }): ExpectedUsage {
  return { images: n };
}
