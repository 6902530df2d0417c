interface RequestLimit {
  requests: number;
  windowSeconds: number;
}

/**
 * How often one person may do what costs the studio, the service or another server something. Far above what people do
 * by hand. Sign-ins are limited by account and address (lib/auth/sign-in-throttle.server.ts), calls of the service by
 * the rate limits of their key.
 */
export const requestLimits = {
  /** Uploads, and frames, clips and first frames that are made of files. */
  uploads: { requests: 120, windowSeconds: 60 },
  samples: { requests: 60, windowSeconds: 60 },
  lyrics: { requests: 60, windowSeconds: 60 },
  analyses: { requests: 60, windowSeconds: 60 },
  /** Lists with `q`, which read every text of the person. */
  search: { requests: 240, windowSeconds: 60 },
  itemChanges: { requests: 240, windowSeconds: 60 },
  /** Downloads of one item, which may convert an image. */
  conversions: { requests: 120, windowSeconds: 60 },
  /** Each with up to 500 generations. */
  batches: { requests: 60, windowSeconds: 60 },
  archives: { requests: 30, windowSeconds: 60 },
  shares: { requests: 60, windowSeconds: 60 },
  /** Pages and files of shared links, by the network of the caller, who has no account. */
  sharedPages: { requests: 120, windowSeconds: 60 },
  sharedFiles: { requests: 1_200, windowSeconds: 60 },
  tokens: { requests: 20, windowSeconds: 10 * 60 },
  /** Enough to find the right address and key, too few to look for services of others. */
  connectionTests: { requests: 20, windowSeconds: 5 * 60 },
  webhookTests: { requests: 20, windowSeconds: 5 * 60 },
  redeliveries: { requests: 60, windowSeconds: 60 },
  /** Enough for debugging a proxy, too few to flood another server. */
  callbackChecks: { requests: 6, windowSeconds: 60 },
} as const satisfies Record<string, RequestLimit>;

export type RequestKind = keyof typeof requestLimits;
