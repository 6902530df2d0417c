"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef } from "react";
import { Button } from "@/components/ui/button";

/** The part of an infinite query that is needed. */
interface LoadMoreProps {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => unknown;
  };
}

/** How far before the end the next page is loaded. */
const ahead = "1200px";

/** Loads the next page near the end of the list; after an error the person retries. */
export function LoadMore({ query }: LoadMoreProps) {
  const t = useTranslations("takes");
  const endRef = useRef<HTMLDivElement>(null);
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError } = query;
  const waits = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  const fetchNext = useEffectEvent(() => query.fetchNextPage());

  useEffect(() => {
    const end = endRef.current;
    if (!end || !waits) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) fetchNext();
      },
      { rootMargin: ahead },
    );
    observer.observe(end);
    return () => observer.disconnect();
  }, [waits]);

  return (
    <div ref={endRef} className="min-h-px">
      {isFetchNextPageError ? (
        <div className="flex items-center justify-center gap-3 py-6 text-sm text-text-2">
          {t("loadFailed")}
          <Button size="small" variant="outline" onClick={() => query.fetchNextPage()}>
            {t("tryAgain")}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
