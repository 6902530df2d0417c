/** How long a generation must have taken to be told: of any length, or longer than so many seconds. */
export const noticeMinimums = [0, 10, 60] as const;
