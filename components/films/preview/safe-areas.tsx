/** Where action and titles are seen on every screen: 93% and 90% of the frame (SMPTE ST 2046-1), and its middle. */
export function SafeAreas() {
  return (
    <svg
      aria-hidden
      className="pointer-events-none absolute inset-0 size-full"
      preserveAspectRatio="none"
      viewBox="0 0 1000 1000"
    >
      {[35, 50].map((inset) => (
        <rect
          key={inset}
          x={inset}
          y={inset}
          width={1_000 - 2 * inset}
          height={1_000 - 2 * inset}
          className="fill-none stroke-white/75 [stroke-width:1] [vector-effect:non-scaling-stroke] drop-shadow-[0_0_1px_#000]"
        />
      ))}
      <path
        d="M485 500h30M500 480v40"
        className="stroke-white/75 [stroke-width:1] [vector-effect:non-scaling-stroke] drop-shadow-[0_0_1px_#000]"
      />
    </svg>
  );
}
