import type { Queryable } from "@/lib/db/database.server";
import { getDatabase } from "@/lib/db/database.server";
import { StudioError } from "@/lib/errors/studio-error";
import { getShippedProfile, type ShippedProfileId } from "@/lib/service/profiles/shipped-profiles";
import { OPTIONAL_ENDPOINTS } from "@/lib/service/profiles/profile-options";
import type { ServiceProfile } from "@/lib/service/profiles/profile-schema";
import { offersEndpoint, overrideProfile } from "@/lib/service/profiles/read-profile";
import { isSandboxAddress } from "@/lib/network/private-hosts.server";
import { findAddresses } from "./connection-addresses.server";
import { profileOverridesSchema } from "./connection-input";
import { withoutPaths } from "./endpoint-paths";
import type { ConnectionSummary } from "./connection-summary";
import { connectionTestResultSchema } from "./connection-test-result";
import { findDefaultConnection } from "./get-connection.server";
import { findReadableKey, parseProfileId } from "./stored-connection.server";

/** Shorter keys are not shown at all: four characters would reveal too much. */
const minimumKeyLengthToShow = 12;

/** The last four characters of a key; null for a short one. */
export function lastFourOf(apiKey: string): string | null {
  return apiKey.length >= minimumKeyLengthToShow ? apiKey.slice(-4) : null;
}

/** A person's connection as a browser sees it. Throws `connection.missing`. */
export async function getConnectionSummary(
  userId: string,
  database: Queryable = getDatabase(),
): Promise<ConnectionSummary> {
  const summary = await findConnectionSummary(userId, database);
  if (!summary) throw new StudioError("connection.missing");
  return summary;
}

/** The same, or null without a connection and a default. */
export async function findConnectionSummary(
  userId: string,
  database: Queryable = getDatabase(),
): Promise<ConnectionSummary | null> {
  const stored = await database.connection.findUnique({
    where: { userId },
    include: { user: { select: { role: true } } },
  });
  if (!stored) return findDefaultSummary();
  const profileId = parseProfileId(stored.profileId);
  const isOwner = stored.user.role === "owner";
  const overrides = profileOverridesSchema.parse(isOwner ? stored.overrides : withoutPaths(stored.overrides));
  const addresses = findAddresses(profileId, stored);
  return {
    ...describeProfile(profileId, overrideProfile(getShippedProfile(profileId), overrides)),
    source: "person",
    sandbox: addresses ? isSandboxAddress(addresses.baseUrl) : profileId === "sandbox",
    baseUrl: addresses?.baseUrl ?? null,
    altBaseUrl: addresses?.altBaseUrl ?? null,
    ownAddresses: { baseUrl: stored.baseUrl, altBaseUrl: stored.altBaseUrl },
    keyLastFour: stored.keyLastFour,
    problem: findProblem(Boolean(addresses), stored.keyCiphertext, userId),
    overrides,
    testedAt: stored.testedAt?.toISOString() ?? null,
    testResult: stored.testResult === null ? null : connectionTestResultSchema.parse(stored.testResult),
  };
}

function findProblem(reachable: boolean, keyCiphertext: string | null, userId: string) {
  if (!reachable) return "missing";
  return keyCiphertext && findReadableKey(keyCiphertext, userId) === null ? "unreadable" : null;
}

function findDefaultSummary(): ConnectionSummary | null {
  const connection = findDefaultConnection();
  if (!connection) return null;
  return {
    ...describeProfile(parseProfileId(connection.profile.id), connection.profile),
    source: connection.source,
    sandbox: connection.sandbox,
    baseUrl: connection.baseUrl,
    altBaseUrl: connection.altBaseUrl ?? null,
    ownAddresses: { baseUrl: null, altBaseUrl: null },
    keyLastFour: connection.sandbox ? null : lastFourOf(connection.apiKey),
    problem: null,
    overrides: {},
    testedAt: null,
    testResult: null,
  };
}

function describeProfile(profileId: ShippedProfileId, profile: ServiceProfile) {
  const { image, video, speech } = profile.fieldNames;
  const { image: imageValues, speech: speechValues } = profile.fieldValues;
  return {
    profileId,
    profileName: profile.name,
    features: {
      endpoints: Object.fromEntries(
        OPTIONAL_ENDPOINTS.map((endpoint) => [endpoint, offersEndpoint(profile, endpoint)]),
      ) as ConnectionSummary["features"]["endpoints"],
      fields: { image: whichExist(image), video: whichExist(video), speech: whichExist(speech) },
      maxSubjectReferences: profile.limits.maxSubjectReferences,
      values: { image: imageValues, speech: speechValues },
    },
    modelNames: profile.modelNames,
    rateLimits: profile.rateLimits,
  };
}

function whichExist<Names extends Record<string, string | null>>(names: Names) {
  return Object.fromEntries(Object.entries(names).map(([field, wireName]) => [field, wireName !== null])) as {
    [Name in keyof Names]: boolean;
  };
}
