import type { Formats } from "next-intl";

/** Named formats: `format.dateTime(date, "dateTime")`. */
export const formats = {
  dateTime: {
    date: { day: "numeric", month: "long", year: "numeric" },
    dayAndMonth: { day: "numeric", month: "long" },
    dateTime: { day: "numeric", month: "short", year: "numeric", hour: "numeric", minute: "2-digit" },
    dateTimeWithSeconds: {
      day: "numeric",
      month: "short",
      year: "numeric",
      hour: "numeric",
      minute: "2-digit",
      second: "2-digit",
    },
    time: { hour: "numeric", minute: "2-digit" },
    timeWithSeconds: { hour: "numeric", minute: "2-digit", second: "2-digit" },
  },
  number: {
    plain: { maximumFractionDigits: 2 },
    percent: { style: "percent", maximumFractionDigits: 0 },
  },
} satisfies Formats;
