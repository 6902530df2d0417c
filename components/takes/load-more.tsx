"use client";

import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef } from "react";
import { Button } from "@/components/ui/button";

/** What is needed of an infinite query. */
interface LoadMoreProps {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    fetchNextPage: () => unknown;
  };
}

/** Asked for this far before its end comes into sight. */
const ahead = "1200px";

/** Loads the next page as the end of the list comes near; a fault waits for the person. */
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
