"use client";

import { PageFault } from "@/components/providers";

/** Error page outside the studio's shell (signing in, setting up). */
export default function PageError({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <main className="grid min-h-dvh place-items-center">
      <PageFault digest={error.digest} onRetry={reset} />
    </main>
  );
}
