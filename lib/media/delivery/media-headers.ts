/** Bytes never change under an id, but only their owner may keep them. */
export const privateImmutable = "private, max-age=31536000, immutable";

/** Nothing that was uploaded may run as a page of the studio, even if a type were told wrongly. */
export const inertHeaders = {
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
};
