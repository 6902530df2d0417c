import type { ServiceProfile } from "@/lib/service/profiles/profile-schema";

/** The source of a connection: the person's own, the environment's default, or the running sandbox. */
export const connectionSources = ["person", "environment", "sandbox"] as const;
export type ConnectionSource = (typeof connectionSources)[number];

/** Everything a request to the service needs. Holds the API key, which never leaves the server. */
export interface ResolvedConnection {
  /** The profile with the person's overrides. */
  profile: ServiceProfile;
  /** The stored overrides, if any. */
  overrides?: unknown;
  /** Without a trailing slash. */
  baseUrl: string;
  altBaseUrl?: string;
  apiKey: string;
  /** Whether this is the sandbox, whose results are marked as not real. */
  sandbox: boolean;
  /** Stable digest of address and key, for rate buckets; not reversible. */
  scope: string;
  source: ConnectionSource;
  /**
   * Whether the owner chose the addresses, here or in the environment. They may then be private. Requests to those that
   * a member chose go to public addresses only (lib/network).
   */
  trusted: boolean;
}
