/** Money is a whole number of micro-units of its currency; never a floating-point number. */
const microDigits = 6;
const microsPerUnit = 10n ** BigInt(microDigits);

/** Digits before and after the point. Below a thousand million, so that thousands of them add up to a 64-bit number. */
export const amountPattern = /^\d{1,9}(?:\.\d{1,6})?$/;

/** Micro-units of a decimal like `0.25` (`amountPattern`). */
export function toMicros(amount: string): bigint {
  const [whole = "0", fraction = ""] = amount.split(".");
  return BigInt(whole) * microsPerUnit + BigInt(fraction.padEnd(microDigits, "0"));
}

/** The shortest decimal of an amount, for example `0.25` or `-1`. */
export function toDecimal(micros: bigint): string {
  const size = micros < 0n ? -micros : micros;
  const fraction = String(size % microsPerUnit)
    .padStart(microDigits, "0")
    .replace(/0+$/, "");
  const whole = `${micros < 0n ? "-" : ""}${size / microsPerUnit}`;
  return fraction === "" ? whole : `${whole}.${fraction}`;
}

/** A quotient rounded to the nearest whole number, halves up. Both are positive or zero. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}
