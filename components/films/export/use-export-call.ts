"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { apiFetch } from "@/components/queries/api-fetch";
import { exportsAddress, filmExports } from "@/components/queries/film-export-queries";
import { useErrorToast } from "@/components/queries/use-error-toast";
import type { FilmExportDto } from "@/lib/films/export-dto";

/** Cancels an export or takes it out of the list, and reloads the list. */
export function useExportCall({ id, filmId }: Pick<FilmExportDto, "id" | "filmId">) {
  const client = useQueryClient();
  const showError = useErrorToast();
  const [pending, setPending] = useState(false);
  const address = `${exportsAddress(filmId)}/${encodeURIComponent(id)}`;
  async function call(path: string, method: "POST" | "DELETE") {
    setPending(true);
    try {
      await apiFetch(path, { method });
    } catch (error) {
      showError(error);
    } finally {
      setPending(false);
      await client.invalidateQueries({ queryKey: filmExports(filmId).queryKey });
    }
  }
  return {
    pending,
    cancel: () => call(`${address}/cancellation`, "POST"),
    forget: () => call(address, "DELETE"),
  };
}
