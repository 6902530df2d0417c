"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

const everyMs = 10_000;

/** Loads the data of the page again while somebody looks at it. */
export function RefreshPage() {
  const router = useRouter();
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === "visible") router.refresh();
    };
    const timer = setInterval(refresh, everyMs);
    document.addEventListener("visibilitychange", refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", refresh);
    };
  }, [router]);
  return null;
}
