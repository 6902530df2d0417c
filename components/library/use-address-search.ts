import { useSearchParams } from "next/navigation";
import { useCallback, useMemo, useState } from "react";

/**
 * The search of the address, and a function that replaces the address. Its changes are seen at once: the router takes them
 * over between other work, which on a slow processor takes longer than the results of a search.
 */
export function useAddressSearch(): [search: URLSearchParams, replace: (address: string) => void] {
  const routed = useSearchParams().toString();
  /** What the router has yet to take over, and what it may have until then: with anything else, it went elsewhere. */
  const [ahead, setAhead] = useState<{ search: string; before: readonly string[] } | null>(null);
  if (ahead && (ahead.search === routed || !ahead.before.includes(routed))) setAhead(null);
  const shown = ahead?.search ?? routed;
  const search = useMemo(() => new URLSearchParams(shown), [shown]);
  const replace = useCallback(
    (address: string) => {
      const before = new URLSearchParams(location.search).toString();
      window.history.replaceState(null, "", address);
      const search = new URLSearchParams(location.search).toString();
      setAhead((known) => ({ search, before: [...(known?.before ?? []), before] }));
    },
    [setAhead],
  );
  return [search, replace];
}
