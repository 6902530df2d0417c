/**
 * Far above a text of 1,000,000 characters (service.md Limits) in any form: 4 bytes each in UTF-8, 6 where JSON escapes
 * them. A file beyond it is refused before it is read.
 */
export const maxTextFileBytes = 8 * 1024 * 1024;

/** Of all members of an archive together, unpacked. */
export const maxUnpackedBytes = 16 * 1024 * 1024;

/** Text packs to a fifth; what packs to so much less, and is not small, is meant to fill a memory. */
export const maxPackRatio = 200;
export const packRatioFreeBytes = 1024 * 1024;

/** A guard, not a rule of the service. */
export const maxTextFileMembers = 500;

/** Problems beyond these are not told: the first ones are mended first. */
export const maxToldProblems = 20;
