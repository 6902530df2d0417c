/**
 * Hides rows that the server laid out for the width of an earlier window, until the browser lays them out again.
 * Their parent has the class `@container/results` and the attribute `data-results`.
 */
export function LaidOutFor({ widthPx }: { widthPx: number }) {
  const other = `(width < ${widthPx - 1}px) or (width > ${widthPx + 1}px)`;
  return <style>{`@container results ${other} { [data-results] > * { display: none } }`}</style>;
}
