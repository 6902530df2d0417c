"use client";

import {
  Braces,
  Clapperboard,
  Columns2,
  Disc3,
  Ellipsis,
  FileArchive,
  Fingerprint,
  Library,
  Pencil,
  PencilLine,
  Repeat,
  Shuffle,
  SkipForward,
  Star,
  TextQuote,
  Trash,
  Undo2,
} from "lucide-react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useGenerationMutations } from "@/components/data/use-generation-mutations";
import { Button, buttonVariants } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { copyText } from "@/components/ui/copy-text";
import { Menu, type MenuItem } from "@/components/ui/menu";
import { showToast } from "@/components/ui/toast";
import { useFrameAsStart } from "@/components/video-player/use-frame-as-start";
import { isVideo } from "@/components/video-player/video-source";
import type { GenerationDto, OutputDto } from "@/lib/generations/generation-dto";
import { countResults } from "@/lib/generations/count-results";
import { isTerminal } from "@/lib/generations/states";
import { DownloadControl } from "./download-control";
import { useGenerationCommands } from "./generation-commands";
import { compareAddress } from "./compare-address";
import { mainResult } from "./generation-facts";
import { LazyRenameDialog } from "./lazy-rename-dialog";
import { makeCoverAddress, makeVideoAddress } from "./make-video-address";
import { useGenerationWords } from "./use-generation-words";

export interface TakeActionsProps {
  generation: GenerationDto;
  /** On its own page there is no way to it. */
  linkToLibrary?: boolean;
  /** The result that is in view: had by itself, too. */
  shown?: OutputDto | undefined;
  className?: string;
}

/** What can be done with a take. */
export function TakeActions({ generation, linkToLibrary = true, shown, className }: TakeActionsProps) {
  const t = useTranslations("takes.actions");
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
  const { id, favourite, outputs } = generation;
  const videoAddress = makeVideoAddress(generation, shown);
  return (
    <div {...group} className={classNames("flex gap-0.5", className)}>
      {succeeded ? (
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
      {videoAddress ? (
        <Link
          href={videoAddress}
          prefetch={false}
          className={buttonVariants({ variant: "ghost", size: "small" })}
        >
          <Clapperboard aria-hidden />
          {t("makeVideo")}
        </Link>
      ) : null}
      <Button
        variant="ghost"
        size="icon-small"
        aria-label={t("edit")}
        data-tooltip={t("edit")}
        onClick={() => commands.edit(generation)}
      >
        <Pencil aria-hidden />
      </Button>
      {outputs.length > 0 ? (
        <Button
          variant="ghost"
          size="icon-small"
          aria-label={t("favourite")}
          aria-pressed={favourite}
          data-tooltip={favourite ? t("notFavourite") : t("favourite")}
          onClick={() => favour.mutate({ id, favourite: !favourite })}
        >
          <Star aria-hidden className={favourite ? "fill-current text-hue" : undefined} />
        </Button>
      ) : null}
      <DownloadLinks generation={generation} shown={shown} />
      <MoreMenu generation={generation} shown={shown} linkToLibrary={linkToLibrary} />
    </div>
  );
}

function DownloadLinks({ generation, shown }: { generation: GenerationDto; shown: OutputDto | undefined }) {
  const t = useTranslations("takes.actions");
  const { outputs, id } = generation;
  const several = outputs.length > 1;
  const single = shown ?? mainResult(generation);
  return (
    <>
      {single ? <DownloadControl output={single} label={t("download")} /> : null}
      {several ? (
        <a
          href={`/api/v1/generations/${id}/download`}
          download=""
          aria-label={t("downloadAll")}
          data-tooltip={t("downloadAll")}
          className={buttonVariants({ variant: "ghost", size: "icon-small" })}
        >
          <FileArchive aria-hidden />
        </a>
      ) : null}
    </>
  );
}

function MoreMenu({
  generation,
  shown,
  linkToLibrary,
}: Required<Pick<TakeActionsProps, "generation" | "linkToLibrary">> & { shown: OutputDto | undefined }) {
  const t = useTranslations("takes");
  const { trash } = useGenerationMutations();
  const [renaming, setRenaming] = useState(false);
  const start = useFrameAsStart();
  const { input, id, traceId = generation.error?.traceId } = generation;

  async function copy(text: string) {
    const copied = await copyText(text);
    showToast(copied ? { tone: "plain", title: t("copied") } : { tone: "danger", title: t("notCopied") });
  }

  /** Of the only picture, or of each that there is. */
  function listVideoStarts(): MenuItem[] {
    // Of the one in view it stands beside the menu.
    if (shown) return [];
    const single = mainResult(generation);
    return (single ? [single] : generation.outputs).flatMap((output) => {
      const href = makeVideoAddress(generation, output);
      if (href === null) return [];
      const label = single
        ? t("actions.makeVideo")
        : t("actions.makeVideoOf", { number: generation.outputs.indexOf(output) + 1 });
      return [{ kind: "link" as const, label, icon: <Clapperboard aria-hidden />, href }];
    });
  }

  /** Of a song. */
  function listCoverStarts(): MenuItem[] {
    const href = makeCoverAddress(generation, shown ?? mainResult(generation));
    return href === null
      ? []
      : [{ kind: "link", label: t("actions.makeCover"), icon: <Disc3 aria-hidden />, href }];
  }

  /** Of the video in view. */
  function listVideoCommands(): MenuItem[] {
    const output = shown ?? mainResult(generation);
    if (!output || !isVideo(output)) return [];
    return [
      {
        label: t("video.useLastFrame"),
        icon: <SkipForward aria-hidden />,
        disabled: start.isPending,
        onSelect: () => start.mutate({ generation, output, at: "last" }),
      },
      {
        kind: "link",
        label: t("video.compare"),
        icon: <Columns2 aria-hidden />,
        href: compareAddress(id),
      },
    ];
  }

  const resultCount = countResults(generation);

  const items: MenuItem[] = [
    ...(linkToLibrary
      ? [
          {
            kind: "link" as const,
            label: t("actions.openInLibrary"),
            icon: <Library aria-hidden />,
            href: `/library/${id}`,
          },
        ]
      : []),
    {
      label: t("actions.rename"),
      icon: <PencilLine aria-hidden />,
      opensDialog: true,
      onSelect: () => setRenaming(true),
    },
    ...listVideoStarts(),
    ...listCoverStarts(),
    ...listVideoCommands(),
    ...(typeof input.prompt === "string"
      ? [
          {
            label: t("actions.copyPrompt"),
            icon: <TextQuote aria-hidden />,
            onSelect: () => void copy(String(input.prompt)),
          },
        ]
      : []),
    {
      label: t("actions.copyParameters"),
      icon: <Braces aria-hidden />,
      onSelect: () => void copy(JSON.stringify(input, null, 2)),
    },
    ...(traceId
      ? [
          {
            label: t("actions.copyTraceId"),
            icon: <Fingerprint aria-hidden />,
            onSelect: () => void copy(traceId),
          },
        ]
      : []),
    { kind: "separator" },
    {
      // A result has no life of its own: all of a generation go together.
      label: t("actions.trash", { count: resultCount }),
      icon: <Trash aria-hidden />,
      destructive: true,
      onSelect: () => trash.mutate({ id }),
    },
  ];
  return (
    <>
      <Menu items={items} label={t("actions.more")} variant="ghost" size="icon-small">
        <Ellipsis aria-hidden />
      </Menu>
      {renaming ? <LazyRenameDialog generation={generation} onClose={() => setRenaming(false)} /> : null}
    </>
  );
}
