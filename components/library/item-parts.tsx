"use client";

import { Link } from "@/components/ui/link";
import { useTranslations } from "next-intl";
import { useMemo, type ComponentProps, type ReactNode } from "react";
import { useGenerators } from "@/components/generators";
import type { Track } from "@/components/player/track";
import { listFollowUps, type FollowUp } from "@/components/queries/result-addresses";
import { GeneratorIcon } from "@/components/shell/generator-icon";
import { useResultAddress } from "@/components/takes/result-list-context";
import { buttonVariants } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { StateDot } from "@/components/ui/state-dot";
import { formatLength } from "@/lib/i18n/clocks";
import type { ItemDto } from "@/lib/items/item-dto";
import { listItemTracks } from "./item-track";
import { useSelected } from "./selection/selection-store";

/** An item of a list, as a tile or as a line. */
export interface ShownItem {
  item: ItemDto;
  /** Its place among the loaded items. */
  index: number;
  heightPx: number;
  /** Shows a button that restores it from the trash. */
  restorable: boolean;
  /** On the first screen: its picture is fetched first. */
  eager: boolean;
  /** The address of its page in a project, for an item of another person. */
  address?: string;
  /** Handlers of dragging it. */
  drag?: ComponentProps<"li">;
  /** Shown with it, instead of what can be made from it. */
  tools?: ReactNode;
}

/** What is shown of an item in any layout. */
export function useItemParts({ item, restorable, tools }: Pick<ShownItem, "item" | "restorable" | "tools">): {
  /** Missing for the only or first take. */
  take: string | null;
  title: string;
  track: Track | undefined;
  followUp: FollowUp | undefined;
  /** Null where items can't be selected. */
  selected: boolean | null;
} {
  const t = useTranslations("takes");
  const generators = useGenerators();
  const selected = useSelected(item.id);
  const { kind, assetId, mimeType, generationId, generator } = item;
  const take = item.take !== undefined && item.take > 1 ? t("stack.take", { number: item.take }) : null;
  const title = [item.name, take].filter((words) => words !== null).join(t("factSeparator"));
  const track = useMemo(() => (restorable ? undefined : listItemTracks(item)[0]), [item, restorable]);
  const [followUp] =
    restorable || kind === "audio" || tools
      ? []
      : listFollowUps(generators, { id: generationId, generator }, { assetId, mimeType });
  return { take, title, track, followUp, selected };
}

/** Leads to the page of an item. Arrow keys and selecting find it by `data-tile`. */
export function ItemLink({
  item,
  index,
  title,
  address,
  className,
  children,
}: Pick<ShownItem, "item" | "index"> & {
  title: string;
  address: string | undefined;
  className: string;
  children?: ReactNode;
}) {
  const t = useTranslations("library");
  const resultAddress = useResultAddress();
  const props = {
    "data-tile": index,
    "aria-label": t("open", { number: item.index + 1, title }),
    className,
    children,
  };
  return <Link href={address ?? resultAddress(item.generationId, item.index)} {...props} />;
}

/** Leads to what can be made from an item first; quiet until its row is wanted. */
export function FollowUpLink({
  followUp,
  className,
}: {
  followUp: FollowUp | undefined;
  className?: string;
}) {
  const t = useTranslations("takes");
  if (!followUp) return null;
  const label = t(`actions.${followUp.action}`);
  return (
    <Link
      href={followUp.href}
      aria-label={label}
      data-tooltip={label}
      className={classNames(
        buttonVariants({ variant: "ghost", size: "icon-small" }),
        "row-action focus-visible:opacity-100",
        className,
      )}
    >
      <GeneratorIcon generator={followUp.generator} />
    </Link>
  );
}

/** How long a sound or video is, marked if it was cut off. */
export function ItemLength({ seconds, partial }: { seconds: number; partial: ItemDto["partial"] }) {
  const t = useTranslations("takes");
  if (!partial) return formatLength(seconds);
  return (
    <StateDot tone="warning">
      <span>
        {formatLength(seconds)}
        <span className="sr-only">{t("partial")}</span>
      </span>
    </StateDot>
  );
}
