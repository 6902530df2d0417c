import type { OptionalEndpointName, ProfileFieldNames, ShippedProfileId } from "@/lib/service/profiles";
import type { ServiceProfile } from "@/lib/service/profiles";
import type { ConnectionInput } from "./connection-input";
import type { ConnectionTestResult } from "./connection-test-result";
import type { ConnectionSource } from "./resolved-connection";

type Available<Names> = { [Name in keyof Names]: boolean };

/** What a browser may know about a connection: all of it but the key. */
export interface ConnectionSummary {
  profileId: ShippedProfileId;
  profileName: string;
  source: ConnectionSource;
  sandbox: boolean;
  /** Null where nothing says it: the sandbox that does not run. */
  baseUrl: string | null;
  altBaseUrl: string | null;
  /** Whether the person typed the addresses, or they are the profile's own. */
  ownAddresses: { baseUrl: string | null; altBaseUrl: string | null };
  /** The end of a key that is long enough for its end to tell nothing. */
  keyLastFour: string | null;
  /** `missing`: nothing to send with; `unreadable`: sealed under another instance secret. */
  problem: "missing" | "unreadable" | null;
  /** What the service has beside service.md's required part. */
  features: {
    endpoints: Record<OptionalEndpointName, boolean>;
    fields: { [Group in keyof ProfileFieldNames]: Available<ProfileFieldNames[Group]> };
    maxSubjectReferences: number;
  };
  /** Model name of service.md to the name on the wire, where they differ. */
  modelNames: Record<string, string>;
  rateLimits: ServiceProfile["rateLimits"];
  /** What the person changed in the shipped profile. */
  overrides: NonNullable<ConnectionInput["overrides"]>;
  testedAt: string | null;
  testResult: ConnectionTestResult | null;
}
