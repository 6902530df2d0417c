/** Webhooks of a person. */
export const maxWebhooks = 20;
export const webhookNameMaxLength = 60;
export const webhookUrlMaxLength = 2_000;

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** The pauses between the tries of a delivery; after the last one it has failed. */
export const retryDelaysMs = [
  5 * second,
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
  8 * hour,
  24 * hour,
] as const;

/** Within which a receiver must have answered, body included. */
export const attemptTimeoutMs = 10 * second;

/** A webhook that has only failed for so long is disabled. */
export const failingAfterMs = 72 * hour;

/** For how long the secret before the last change signs as well. */
export const secretOverlapMs = 24 * hour;

/** How long the log keeps a delivery that has ended, and how many of a webhook at most. */
export const keptDays = 30;
export const keptDeliveries = 2_000;
