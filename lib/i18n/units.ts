import { useFormatter, useTranslations } from "next-intl";
import { formatClock } from "./clocks";
import { formatBytes } from "./format-bytes";
import { writePlainNumber } from "./plain-numbers";

/** A time span in one or two units; `common.units` has its texts. */
type Span =
  | { unit: "seconds" | "minutes" | "hours"; count: number }
  | { unit: "hoursAndMinutes"; hours: number; minutes: number };

/** An estimate: seconds below a minute, minutes below an hour, then hours and minutes. */
export function estimateSpan(seconds: number): Span {
  const whole = Math.max(0, Math.ceil(seconds));
  if (whole < 60) return { unit: "seconds", count: whole };
  const minutes = Math.round(whole / 60);
  if (minutes < 60) return { unit: "minutes", count: minutes };
  return minutes % 60 === 0
    ? { unit: "hours", count: minutes / 60 }
    : { unit: "hoursAndMinutes", hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

/** An exact span, such as the window of a rate limit: 30 s, 90 s, 2 min, 1 h. */
export function exactSpan(seconds: number): Span {
  if (seconds >= 3600 && seconds % 3600 === 0) return { unit: "hours", count: seconds / 3600 };
  if (seconds >= 60 && seconds % 60 === 0) return { unit: "minutes", count: seconds / 60 };
  return { unit: "seconds", count: seconds };
}

/** The only place that formats numbers with units, for server and client components. */
export function useUnits() {
  const t = useTranslations("common.units");
  const format = useFormatter();

  function formatSpan(span: Span): string {
    switch (span.unit) {
      case "seconds":
        return t("seconds", { count: span.count });
      case "minutes":
        return t("minutes", { count: span.count });
      case "hours":
        return t("hours", { count: span.count });
      case "hoursAndMinutes":
        return t("hoursAndMinutes", { hours: span.hours, minutes: span.minutes });
    }
  }

  return {
    /** 5.5 MB */
    bytes: (bytes: number): string => formatBytes(format, bytes),
    /** 56 s, 3 min, 1 h 5 min: an estimate. The surrounding sentence says "about". */
    estimate: (seconds: number): string => formatSpan(estimateSpan(seconds)),
    /** 30 s, 2 min, 1 h */
    exact: (seconds: number): string => formatSpan(exactSpan(seconds)),
    /** 4.3 s, 11 s, and from a minute on 2:44: how long something took. */
    elapsed(seconds: number): string {
      const whole = Math.max(0, Math.round(seconds));
      if (whole >= 60) return formatClock(whole);
      return t("seconds", { count: seconds > 0 && seconds < 10 ? Math.round(seconds * 10) / 10 : whole });
    },
    /** 1248 × 832 */
    dimensions(width: number, height: number): string {
      return t("dimensions", { width: String(width), height: String(height) });
    },
    /** 44.1 kHz, from samples per second. */
    sampleRate(hertz: number): string {
      return t("kilohertz", { value: hertz / 1000 });
    },
    /** 256 kbit/s, from bits per second. */
    bitrate(bitsPerSecond: number): string {
      return t("kilobits", { value: bitsPerSecond / 1000 });
    },
    /** −14.0, from decibels or LUFS. */
    level: (value: number): string =>
      format.number(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).replace("-", "−"),
    /** 24 fps */
    frameRate(framesPerSecond: number): string {
      return t("framesPerSecond", { value: framesPerSecond });
    },
    /** €1.25, or €1.25 + $0.03: amounts as decimals, in full where they are small. */
    costs(amounts: readonly { currency: string; amount: string }[]): string {
      return amounts
        .map(({ currency, amount }) =>
          format.number(Number(amount), {
            style: "currency",
            currency,
            // What is less than a unit has every digit: one character may cost a few millionths.
            ...(Math.abs(Number(amount)) < 1 ? { maximumFractionDigits: 6 } : {}),
          }),
        )
        .join(" + ");
    },
    /** 12,408 */
    count(value: number): string {
      return (Number.isInteger(value) ? writePlainNumber(value) : null) ?? format.number(value, "plain");
    },
  };
}
