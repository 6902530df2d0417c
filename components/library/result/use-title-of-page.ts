"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import type { GenerationDto } from "@/lib/generations/read/generation-dto";

/**
 * Keeps the title of the window that of the generation, whoever renames it: the server writes it, so it is asked anew.
 * Only once the title is stored, which a higher version tells.
 */
export function useTitleOfPage({ title, version }: Pick<GenerationDto, "title" | "version">): void {
  const router = useRouter();
  const written = useRef({ title, version });
  useEffect(() => {
    const { current } = written;
    if (title === current.title) {
      current.version = version;
      return;
    }
    if (version === current.version) return;
    written.current = { title, version };
    router.refresh();
  }, [title, version, router]);
}
