import { classNames } from "./class-names";

/** The place of something that is on its way, in its size. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden
      className={classNames("animate-[breathe_1.6s_ease-in-out_infinite] rounded-md bg-raised", className)}
    />
  );
}
