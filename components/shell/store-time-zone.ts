"use client";

import { readPreferenceCookie, writePreferenceCookie } from "@/lib/appearance/preference-cookies";
import { timeZoneCookieName } from "@/lib/i18n/locales";

/** What the browser's clock differed from UTC by when its time zone was stored. */
const offsetsCookieName = "time-zone-offsets";

/** The minutes that the browser's clock differs from UTC by, in winter and in summer. */
function readOffsets(): string {
  const year = new Date().getFullYear();
  return [0, 6].map((month) => new Date(year, month, 1).getTimezoneOffset()).join(" ");
}

/** Whether the browser's clock runs in this time zone, as far as cookies and two of its offsets tell without Intl. False on the server. */
export const isOwnTimeZone = (timeZone: string): boolean =>
  typeof document === "object" &&
  readPreferenceCookie(timeZoneCookieName) === timeZone &&
  readPreferenceCookie(offsetsCookieName) === readOffsets();

/**
 * Stores the person's time zone in a cookie, so that server and browser format times alike.
 *
 * @returns its name if another one, or none, was stored until now
 */
export function storeTimeZone(): string | null {
  // The first use of Intl for dates takes a slow phone 100 ms, so the name is only asked for when the offsets change.
  const offsets = readOffsets();
  const known = readPreferenceCookie(timeZoneCookieName);
  if (known !== undefined && readPreferenceCookie(offsetsCookieName) === offsets) return null;
  writePreferenceCookie(offsetsCookieName, offsets);
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (known === own) return null;
  writePreferenceCookie(timeZoneCookieName, own);
  return own;
}
