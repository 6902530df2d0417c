import { classNames } from "@/components/ui/class-names";
import type { OutputDto } from "@/lib/generations/read/generation-dto";
import { formatLength } from "@/lib/i18n/clocks";

/** The length of a video, shown on its still. */
export function LengthBadge({
  output: { durationSeconds },
  className,
}: {
  output: Pick<OutputDto, "durationSeconds">;
  className?: string;
}) {
  if (durationSeconds === undefined) return null;
  return (
    <span
      className={classNames(
        "pointer-events-none rounded-xs bg-black/72 px-1.5 py-0.5 text-2xs leading-4 font-medium text-white tabular-nums",
        className,
      )}
    >
      {formatLength(durationSeconds)}
    </span>
  );
}
