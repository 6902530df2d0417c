/**
 * Above any text of 1,000,000 characters (service.md Limits): 4 bytes each in UTF-8, 6 with JSON escapes. Larger files
 * are not read.
 */
export const maxTextFileBytes = 8 * 1024 * 1024;

/** The total size of unpacked members. */
export const maxUnpackedBytes = 16 * 1024 * 1024;

/** Text compresses to about a fifth; a much higher ratio indicates a zip bomb. */
export const maxPackRatio = 200;
export const packRatioFreeBytes = 1024 * 1024;

/** The studio's limit; the service names none. */
export const maxTextFileMembers = 500;

/** Further problems are not reported. */
export const maxToldProblems = 20;
