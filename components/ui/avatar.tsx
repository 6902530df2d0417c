import { classNames } from "./class-names";

/** The first letters of a name: of its first and last word, or of its first two characters where it has one word. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const first = Array.from(words[0] ?? "");
  const last = words.length > 1 ? Array.from(words.at(-1) ?? "") : [];
  return (last.length > 0 ? `${first[0] ?? ""}${last[0] ?? ""}` : first.slice(0, 2).join("")).toUpperCase();
}

/** A person, by initials; decoration beside the written name. */
export function Avatar({ name, className }: { name: string; className?: string }) {
  return (
    <span
      aria-hidden
      className={classNames(
        "grid size-5.5 shrink-0 place-items-center rounded-full bg-hover text-2xs font-medium tracking-tight text-text",
        className,
      )}
    >
      {initials(name)}
    </span>
  );
}
