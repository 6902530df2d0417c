/** Year and month in UTC, for example 202611: budgets begin anew then for everyone. */
export function monthOf(at: number): number {
  const date = new Date(at);
  return date.getUTCFullYear() * 100 + date.getUTCMonth() + 1;
}

/** When the month after begins, in epoch milliseconds. */
export function nextMonthOf(at: number): number {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}
