/** The logo: four bars of a waveform in the text colour. */
export function BrandMark() {
  return (
    <svg viewBox="0 0 18 18" aria-hidden fill="currentColor" className="size-4.5">
      <rect x="0.75" y="6" width="2.5" height="6" rx="1.25" />
      <rect x="5.25" y="2" width="2.5" height="14" rx="1.25" />
      <rect x="9.75" y="0" width="2.5" height="18" rx="1.25" />
      <rect x="14.25" y="4.5" width="2.5" height="9" rx="1.25" />
    </svg>
  );
}
