import { classNames } from "./class-names";

interface ProgressLineProps {
  /** From 0 to 1; undefined for work of unknown length. */
  share?: number | undefined;
  /** What is in progress, for screen readers. */
  label: string;
  className?: string;
}

/** A thin progress bar in the medium's hue. Without a share it is indeterminate. */
export function ProgressLine({ share, label, className }: ProgressLineProps) {
  const known = share !== undefined;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={known ? Math.round(share * 100) : undefined}
      className={classNames("h-0.5 w-full overflow-hidden rounded-full bg-line", className)}
    >
      <div
        className={classNames(
          "h-full rounded-full bg-hue",
          known
            ? "origin-left transition-transform duration-180"
            : "w-2/5 animate-[travel_1.8s_ease-in-out_infinite]",
        )}
        style={known ? { transform: `scaleX(${Math.min(1, Math.max(0, share))})` } : undefined}
      />
    </div>
  );
}

/** A placeholder for loading content, in its size. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden
      className={classNames("animate-[breathe_1.6s_ease-in-out_infinite] rounded-md bg-raised", className)}
    />
  );
}
