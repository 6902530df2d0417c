/**
 * Adds to the response of a successful sign-out, which removes the session cookie, that the browser forgets the person:
 * cached results and stored drafts. Cookies stay, because they are those of every port of this host, and hold language and
 * theme.
 */
export function clearSiteData(response: Response, sessionCookieName: string): Response {
  const isSignedOut = response.headers
    .getSetCookie()
    .some((cookie) => cookie.startsWith(`${sessionCookieName}=;`));
  if (isSignedOut) response.headers.set("clear-site-data", '"cache", "storage"');
  return response;
}
