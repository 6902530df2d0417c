/** Headers of every response. */
export const securityHeaders = {
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** Headers about documents, which scripts, styles and fonts are not; a page loads about twenty of those. */
export const documentHeaders = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "same-origin",
  "Permissions-Policy":
    "camera=(), geolocation=(), microphone=(self), payment=(), usb=(), browsing-topics=()",
};

/** Headers of what is no page (API, media, errors): a policy that lets nothing run. */
export const inertHeaders = {
  "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
};
