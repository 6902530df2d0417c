"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Film } from "lucide-react";
import { useFormatter, useTranslations } from "next-intl";
import { Link, useIsLinkPending } from "@/components/ui/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { flattenPages, generationQueries } from "@/components/queries/generation-queries";
import { classNames } from "@/components/ui/class-names";
import { useIdle } from "@/components/ui/use-idle";

interface NavLinkProps {
  href: string;
  /** Not for films, whose icon would be the longest thing that the server sends of the rail. */
  icon?: ReactNode;
  label: string;
  /** Path prefixes that also count as this link's page. */
  alsoAt?: readonly string[];
  /** Id of the generator whose hue the icon takes on the current page. */
  generator?: string;
  /** Takes the hue of films. */
  isFilm?: boolean;
  /** After the label: a live count. */
  trailing?: ReactNode;
  /** In the rail of a wide window, or among the tabs of a phone. */
  place: "rail" | "tabs";
}

/** Whether a path is at or below a page; home matches only itself. */
function isAt(pathname: string, place: string): boolean {
  return place === "/" ? pathname === "/" : pathname === place || pathname.startsWith(`${place}/`);
}

/** A link of the navigation. Marks the current page and shows when the next one is loading. */
export function NavLink({
  href,
  icon,
  label,
  alsoAt = [],
  generator,
  isFilm = false,
  trailing,
  place,
}: NavLinkProps) {
  const pathname = usePathname();
  const current = [href, ...alsoAt].some((prefix) => isAt(pathname, prefix));
  return (
    <Link
      href={href}
      data-generator={generator}
      data-film={isFilm || undefined}
      aria-current={current ? "page" : undefined}
      className={classNames(
        "relative transition-colors hover:text-text",
        place === "rail"
          ? "flex h-8 items-center gap-2.5 rounded-md px-2 text-sm aria-[current]:bg-raised [&_svg]:size-4"
          : "flex h-14 min-w-0 flex-1 flex-col items-center justify-center gap-1 text-2xs [&_svg]:size-4.5",
        current ? "text-text" : place === "rail" ? "text-text-2 hover:bg-raised/60" : "text-text-3",
      )}
    >
      <span
        className={classNames("shrink-0 transition-colors", current && (generator || isFilm) && "text-hue")}
      >
        {isFilm ? <Film aria-hidden /> : icon}
      </span>
      <span className="truncate">{label}</span>
      <LinkPending />
      {trailing}
    </Link>
  );
}

/** A pulsing dot while the page is loading, after a short delay. */
function LinkPending() {
  const isPending = useIsLinkPending();
  return <span aria-hidden data-pending={isPending || undefined} className="nav-dot" />;
}

/** The number of active generations; nothing for 0. */
export function ActivityCount({ place }: { place: "rail" | "tabs" }) {
  const t = useTranslations("shell.navigation");
  const format = useFormatter();
  const { data, hasNextPage } = useInfiniteQuery({ ...generationQueries.active(), enabled: useIdle() });
  const count = flattenPages(data).length;
  if (count === 0) return null;
  return (
    <span
      className={classNames(
        "text-2xs text-text-3",
        place === "rail" ? "ml-auto" : "absolute top-1.5 left-1/2 ml-2.5",
      )}
    >
      <span aria-hidden>
        {format.number(count)}
        {hasNextPage ? "+" : ""}
      </span>
      <span className="sr-only">{t("activeCount", { count })}</span>
    </span>
  );
}
