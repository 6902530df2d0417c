"use client";

import {
  Braces,
  Columns2,
  FileArchive,
  Fingerprint,
  FolderPlus,
  Library,
  PencilLine,
  ScrollText,
  Share2,
  SkipForward,
  SlidersHorizontal,
  TextQuote,
  Trash,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { useState, useSyncExternalStore } from "react";
import { useGenerators } from "@/components/generators";
import { useGenerationMutations } from "@/components/queries/use-generation-mutations";
import { useErrorToast } from "@/components/queries/use-error-toast";
import { useLoadInput } from "@/components/queries/whole-generation";
import { GeneratorIcon } from "@/components/shell/generator-icon";
import { copyText } from "@/components/ui/copy-text";
import { FetchedPart } from "@/components/ui/fetched-part";
import MenuContent, { type MenuItem } from "@/components/ui/menu-content";
import { showToast } from "@/components/ui/toast";
import { useFrameAsStart } from "@/components/video-player/use-frame-as-start";
import { isVideo } from "@/components/video-player/video-source";
import type { GenerationDto, OutputDto } from "@/lib/generations/read/generation-dto";
import { countResults } from "@/lib/generations/read/count-results";
import { useGenerationCommands } from "./generation-commands";
import { downloadAllAddress, listFollowUps, type FollowUp } from "@/components/queries/result-addresses";
import { compareAddress, compareItemsAddress, maxCompared, minCompared } from "./compare-address";
import { mainResult } from "./generation-facts";
import { LazyRenameDialog } from "./lazy-rename-dialog";
import { LazyShareDialog } from "./lazy-share-dialog";
import { useResultAddress } from "./result-list-context";

const loadAddToProject = () => import("./add-to-project-dialog");

/** Below `md` of the style sheet. */
const query = "(width < 48rem)";

function subscribe(onChange: () => void): () => void {
  const list = matchMedia(query);
  list.addEventListener("change", onChange);
  return () => list.removeEventListener("change", onChange);
}

/**
 * Whether the window is as narrow as a phone. False on the server: only for content rendered on demand, such as menu
 * items. Use CSS for everything else.
 */
function useNarrow(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}

const copiedFields = [
  { field: "prompt", label: "actions.copyPrompt", icon: <TextQuote aria-hidden /> },
  { field: "text", label: "actions.copyText", icon: <ScrollText aria-hidden /> },
  { field: "lyrics", label: "actions.copyLyrics", icon: <ScrollText aria-hidden /> },
] as const;

/** Labels for one of several results. */
const numberedActions = { makeVideo: "actions.makeVideoOf" } as const;

export interface TakeMenuProps {
  generation: GenerationDto;
  linkToLibrary: boolean;
  /** The result that is in view. */
  shown: OutputDto | undefined;
  /** There is a download button next to the menu. */
  hasDownload: boolean;
}

/**
 * The less frequent actions on a take; on a phone also those without room in its row. Lazily loaded, hence the default
 * export.
 */
export default function TakeMenu({ generation, shown, linkToLibrary, hasDownload }: TakeMenuProps) {
  const t = useTranslations("takes");
  const generators = useGenerators();
  const commands = useGenerationCommands();
  const isNarrow = useNarrow();
  const resultAddress = useResultAddress();
  const { trash } = useGenerationMutations();
  const [renaming, setRenaming] = useState(false);
  const [sharing, setSharing] = useState(false);
  const [adding, setAdding] = useState(false);
  const start = useFrameAsStart();
  const loadInput = useLoadInput();
  const showError = useErrorToast();
  const { input, id, traceId = generation.error?.traceId } = generation;

  /** Copies a text of the input, which a list may have shortened. */
  async function copyInput(select: (input: GenerationDto["input"]) => unknown) {
    try {
      await copy(String(select(await loadInput(generation))));
    } catch (error) {
      showError(error);
    }
  }

  async function copy(text: string) {
    const copied = await copyText(text);
    showToast(copied ? { tone: "plain", title: t("copied") } : { tone: "danger", title: t("notCopied") });
  }

  /** What can be made from the result in view, the only result, or each of several. */
  function listFollowUpItems(): MenuItem[] {
    // Next to the menu if there is room.
    if (shown && !isNarrow) return [];
    const single = shown ?? mainResult(generation);
    const toItem = ({ generator, href }: FollowUp, label: string): MenuItem => ({
      kind: "link",
      label,
      icon: <GeneratorIcon generator={generator} />,
      href,
    });
    if (single) {
      const followUps = listFollowUps(generators, generation, single);
      return followUps.map((followUp) => toItem(followUp, t(`actions.${followUp.action}`)));
    }
    return generation.outputs.flatMap((output, index) =>
      listFollowUps(generators, generation, output)
        .filter(({ action }) => action in numberedActions)
        .map((followUp) => toItem(followUp, t(numberedActions.makeVideo, { number: index + 1 }))),
    );
  }

  /** All results as one file: on a phone there is room for one download beside the menu. */
  function listDownloadAll(): MenuItem[] {
    if (!isNarrow || !hasDownload || generation.outputs.length < 2) return [];
    const label = t("actions.downloadAll");
    return [
      {
        kind: "link",
        label,
        icon: <FileArchive aria-hidden />,
        href: downloadAllAddress(generation),
        download: true,
      },
    ];
  }

  /** Copies the text fields of the input. */
  function listCopies(): MenuItem[] {
    return copiedFields.flatMap(({ field, label, icon }) => {
      const words = input[field];
      if (typeof words !== "string" || words === "") return [];
      return [{ label: t(label), icon, onSelect: () => void copyInput((whole) => whole[field]) }];
    });
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

  /** All results, if there are few enough to look at together. */
  function listComparison(): MenuItem[] {
    const ids = generation.outputs.flatMap(({ item }) => item?.id ?? []);
    if (ids.length < minCompared || ids.length > maxCompared) return [];
    return [
      {
        kind: "link",
        label: t("actions.compareAll", { count: ids.length }),
        icon: <Columns2 aria-hidden />,
        href: compareItemsAddress(ids),
      },
    ];
  }

  const resultCount = countResults(generation);
  const sharedItems = (shown ? [shown] : generation.outputs).flatMap(({ item }) =>
    item && !item.deletedAt ? [item.id] : [],
  );

  const items: MenuItem[] = [
    ...(linkToLibrary
      ? [
          {
            kind: "link" as const,
            label: t("actions.openInLibrary"),
            icon: <Library aria-hidden />,
            href: resultAddress(id),
          },
        ]
      : []),
    ...(isNarrow && generators.some((each) => each.id === generation.generator)
      ? [
          {
            label: t("actions.edit"),
            icon: <SlidersHorizontal aria-hidden />,
            onSelect: () => commands.edit(generation),
          },
        ]
      : []),
    {
      label: t("actions.rename"),
      icon: <PencilLine aria-hidden />,
      opensDialog: true,
      onSelect: () => setRenaming(true),
    },
    ...(sharedItems.length > 0
      ? [
          {
            label: t("actions.share"),
            icon: <Share2 aria-hidden />,
            opensDialog: true,
            onSelect: () => setSharing(true),
          },
          {
            label: t("toProject.label"),
            icon: <FolderPlus aria-hidden />,
            opensDialog: true,
            onSelect: () => setAdding(true),
          },
        ]
      : []),
    ...listFollowUpItems(),
    ...listVideoCommands(),
    ...listComparison(),
    ...listDownloadAll(),
    ...listCopies(),
    {
      label: t("actions.copyParameters"),
      icon: <Braces aria-hidden />,
      onSelect: () => void copyInput((whole) => JSON.stringify(whole, null, 2)),
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
      // Moves the whole generation: its results have no separate trash.
      label: t("actions.trash", { count: resultCount }),
      icon: <Trash aria-hidden />,
      destructive: true,
      onSelect: () => trash.mutate({ id }),
    },
  ];
  return (
    <>
      <MenuContent items={items} />
      {renaming ? <LazyRenameDialog generation={generation} onClose={() => setRenaming(false)} /> : null}
      {sharing ? <LazyShareDialog itemIds={sharedItems} onClose={() => setSharing(false)} /> : null}
      {adding ? (
        <FetchedPart
          load={loadAddToProject}
          props={{ ids: sharedItems, onClose: () => setAdding(false) }}
          onFailed={() => setAdding(false)}
        />
      ) : null}
    </>
  );
}
