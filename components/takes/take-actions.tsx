"use client";

import { Ellipsis, FileArchive, Repeat, Shuffle, SlidersHorizontal, Star, Undo2 } from "lucide-react";
import { Link } from "@/components/ui/link";
import { useTranslations } from "next-intl";
import { lazy } from "react";
import { useGenerators } from "@/components/generators";
import { useGenerationMutations } from "@/components/queries/use-generation-mutations";
import { GeneratorIcon } from "@/components/shell/generator-icon";
import { Button, buttonVariants } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { Menu } from "@/components/ui/menu";
import type { GenerationDto, OutputDto } from "@/lib/generations/read/generation-dto";
import { countResults } from "@/lib/generations/read/count-results";
import { isTerminal } from "@/lib/generations/record/states";
import { DownloadControl } from "./download-control";
import { useGenerationCommands } from "./generation-commands";
import { mainResult } from "./generation-facts";
import { downloadAllAddress, listFollowUps } from "@/components/queries/result-addresses";
import { loadTakeMenu } from "./load-take-menu";
import { useGenerationWords } from "./use-generation-words";
import type { TakeMenuProps } from "./take-menu";

const TakeMenu = lazy(loadTakeMenu);

/** In the menu on a phone. */
const narrowHidden = "max-md:hidden";

interface TakeActionsProps {
  generation: GenerationDto;
  /** Hidden on its own page. */
  linkToLibrary?: boolean;
  /** The result in view, which can be downloaded alone. */
  shown?: OutputDto | undefined;
  /** False if each result has its own download. */
  withDownload?: boolean;
  className?: string;
}

/** The actions on a take: one row and a menu, which holds more on a phone. */
export function TakeActions({
  generation,
  linkToLibrary = true,
  shown,
  withDownload = true,
  className,
}: TakeActionsProps) {
  const t = useTranslations("takes.actions");
  const tTakes = useTranslations("takes");
  const generators = useGenerators();
  const words = useGenerationWords();
  const commands = useGenerationCommands();
  const { cancel, restore, favour } = useGenerationMutations();
  const { state } = generation;
  const group = { role: "group", "aria-label": t("label", { title: words.name(generation) }) } as const;

  if (generation.deletedAt !== null) {
    return (
      <div {...group} className={className}>
        <Button
          variant="ghost"
          size="small"
          pending={restore.isPending}
          onClick={() => restore.mutate({ id: generation.id })}
        >
          <Undo2 aria-hidden />
          {t("restore")}
        </Button>
      </div>
    );
  }
  if (!isTerminal(state)) {
    if (state !== "queued") return null;
    return (
      <div {...group} className={className}>
        <Button
          variant="ghost"
          size="small"
          pending={cancel.isPending}
          onClick={() => cancel.mutate({ id: generation.id })}
        >
          <Undo2 aria-hidden />
          {t("cancel")}
        </Button>
      </div>
    );
  }
  const succeeded = state === "succeeded";
  // Nothing can be asked of what no generator made, such as an exported film.
  const isKnown = generators.some((each) => each.id === generation.generator);
  const { id, outputs } = generation;
  const count = countResults(generation);
  const items = outputs.flatMap(({ item }) => item ?? []);
  // Some of them marked are not all of them.
  const favourite = items.length > 0 ? items.every((item) => item.favourite) : generation.favourite;
  const favourLabel =
    count > 1
      ? t(favourite ? "notFavouriteAll" : "favouriteAll", { count })
      : t(favourite ? "notFavourite" : "favourite");
  const single = withDownload ? (shown ?? mainResult(generation)) : undefined;
  return (
    <div {...group} className={classNames("flex gap-0.5", className)}>
      {succeeded && isKnown ? (
        <Button variant="ghost" size="small" onClick={() => commands.again(generation)}>
          <Repeat aria-hidden />
          {t("again")}
        </Button>
      ) : null}
      {succeeded && commands.canVary(generation.generator) ? (
        <Button variant="ghost" size="small" onClick={() => commands.vary(generation)}>
          <Shuffle aria-hidden />
          {t("vary")}
        </Button>
      ) : null}
      {listFollowUps(generators, generation, shown).map(({ generator, action, href }) => (
        <Link
          key={href}
          href={href}
          className={classNames(buttonVariants({ variant: "ghost", size: "small" }), narrowHidden)}
        >
          <GeneratorIcon generator={generator} />
          {tTakes(`actions.${action}`)}
        </Link>
      ))}
      {isKnown ? (
        <Button
          variant="ghost"
          size="icon-small"
          aria-label={t("edit")}
          data-tooltip={t("edit")}
          className={narrowHidden}
          onClick={() => commands.edit(generation)}
        >
          <SlidersHorizontal aria-hidden />
        </Button>
      ) : null}
      {outputs.length > 0 ? (
        <Button
          variant="ghost"
          size="icon-small"
          aria-label={favourLabel}
          data-tooltip={favourLabel}
          onClick={() => favour.mutate({ id, favourite: !favourite })}
        >
          <Star aria-hidden className={favourite ? "fill-current text-hue" : undefined} />
        </Button>
      ) : null}
      <DownloadLinks generation={generation} single={single} />
      <MoreActions
        generation={generation}
        shown={shown}
        linkToLibrary={linkToLibrary}
        hasDownload={single !== undefined}
      />
    </div>
  );
}

/** The menu of a take. Its code comes with its first use, or when the browser is idle after the first use of the page. */
function MoreActions(props: TakeMenuProps) {
  const t = useTranslations("takes.actions");
  return (
    <Menu
      content={<TakeMenu {...props} />}
      label={t("more")}
      data-tooltip={t("more")}
      variant="ghost"
      size="icon-small"
    >
      <Ellipsis aria-hidden />
    </Menu>
  );
}

function DownloadLinks({
  generation,
  single,
}: {
  generation: GenerationDto;
  /** The result in view, or the only one. */
  single: OutputDto | undefined;
}) {
  const t = useTranslations("takes.actions");
  return (
    <>
      {single ? <DownloadControl output={single} label={t("download")} /> : null}
      {generation.outputs.length > 1 ? (
        <a
          href={downloadAllAddress(generation)}
          download=""
          aria-label={t("downloadAll")}
          data-tooltip={t("downloadAll")}
          className={classNames(
            buttonVariants({ variant: "ghost", size: "icon-small" }),
            single && narrowHidden,
          )}
        >
          <FileArchive aria-hidden />
        </a>
      ) : null}
    </>
  );
}
