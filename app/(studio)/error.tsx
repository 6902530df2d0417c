"use client";

import { PageFault } from "@/components/providers";

/** A page of the studio failed; the shell around it stays. */
export default function StudioError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return <PageFault digest={error.digest} onRetry={reset} />;
}
