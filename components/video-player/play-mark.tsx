import { Play } from "lucide-react";
import { classNames } from "@/components/ui/class-names";

/** An icon that says that a press plays. */
export function PlayMark({ size }: { size: "large" | "small" }) {
  return (
    <span
      aria-hidden
      className={classNames(
        "pointer-events-none absolute grid place-items-center rounded-full bg-black/62 text-white",
        size === "large" ? "size-16 [&_svg]:size-7" : "size-9 [&_svg]:size-4",
      )}
    >
      <Play className="translate-x-px fill-current" />
    </span>
  );
}
