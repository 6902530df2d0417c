/** Bytes never change under an id, but only their owner may keep them. */
export const privateImmutable = "private, max-age=31536000, immutable";

/** What may be other bytes tomorrow is kept too, but asked after by its tag before each use. */
export const privateRevalidated = "private, no-cache";

/** Nothing that was uploaded may run as a page of the studio, even if a type were told wrongly. */
export const inertHeaders = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
};
