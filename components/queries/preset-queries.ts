import { queryOptions } from "@tanstack/react-query";
import type { LiveList } from "@/lib/live/live-lists";
import type { Presets, PresetWithInput } from "@/lib/presets/preset-dto";
import { apiFetch } from "./api-fetch";

export const presetAddress = "/api/v1/presets";

const all = "presets" satisfies LiveList;

/** The only place where keys of queries of presets are written. */
export const presetQueries = {
  list: (generator: string) =>
    queryOptions({
      queryKey: [all, generator] as const,
      queryFn: ({ signal }) =>
        apiFetch<Presets>(`${presetAddress}?${new URLSearchParams({ generator }).toString()}`, { signal }),
    }),
};

/** One preset with its values, as they are now. */
export const fetchPreset = (id: string) =>
  apiFetch<PresetWithInput>(`${presetAddress}/${encodeURIComponent(id)}`);
