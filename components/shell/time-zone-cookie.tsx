"use client";

import { useRouter } from "next/navigation";
import { useTimeZone } from "next-intl";
import { useEffect } from "react";
import { readPreferenceCookie, writePreferenceCookie } from "@/lib/appearance/preference-cookies";
import { timeZoneCookieName } from "@/lib/i18n/locales";

/** Tells the server the person's time zone once, so that both write the same times. Draws nothing. */
export function TimeZoneCookie() {
  const router = useRouter();
  const used = useTimeZone();
  useEffect(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (readPreferenceCookie(timeZoneCookieName) === own) return;
    writePreferenceCookie(timeZoneCookieName, own);
    // Without cookies it would come back the same: asked once, not again and again.
    if (own !== used) router.refresh();
  }, [router, used]);
  return null;
}
