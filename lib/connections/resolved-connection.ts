import type { ServiceProfile } from "@/lib/service/profiles/profile-schema";

/** Where a connection comes from: the person's own, the environment's default, or the sandbox that runs beside us. */
export const connectionSources = ["person", "environment", "sandbox"] as const;
export type ConnectionSource = (typeof connectionSources)[number];

/** Everything a request to the service needs. Holds the API key: it never leaves the server. */
export interface ResolvedConnection {
  /** The shipped profile with the person's overrides applied. */
  profile: ServiceProfile;
  /** Those overrides as they are stored; absent where there are none. */
  overrides?: unknown;
  /** Without a trailing slash. */
  baseUrl: string;
  altBaseUrl?: string;
  apiKey: string;
  /** Whether this is the stand-in service, whose results nobody may take for real ones. */
  sandbox: boolean;
  /** Stable digest of address and key, for rate buckets; tells nothing about either. */
  scope: string;
  source: ConnectionSource;
}
