/** Service profiles: one service as data. Safe in a browser. */
export { overrideProfile, type ProfileOverrides } from "./profiles/override-profile.ts";
export {
  ENDPOINTS,
  OPTIONAL_ENDPOINTS,
  REQUIRED_ENDPOINTS,
  serviceProfileSchema,
  type EndpointName,
  type EndpointTimeouts,
  type OptionalEndpointName,
  type ProfileEndpoint,
  type ProfileFieldNames,
  type RateLimit,
  type ServiceProfile,
} from "./profiles/profile-schema.ts";
export { checkTextFileId, findRateLimit, offersEndpoint, wireModelName } from "./profiles/read-profile.ts";
export {
  getShippedProfile,
  SHIPPED_PROFILE_IDS,
  shippedProfiles,
  type ShippedProfileId,
} from "./profiles/shipped-profiles.ts";
