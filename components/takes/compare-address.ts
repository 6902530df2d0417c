/** The page that compares two generations; without the second one, it is chosen there. */
export function compareAddress(a: string, b?: string): string {
  return `/library/compare?${new URLSearchParams(b === undefined ? { a } : { a, b }).toString()}`;
}
