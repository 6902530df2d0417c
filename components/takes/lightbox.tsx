"use client";

import { PanelRight, X, ZoomIn, ZoomOut } from "lucide-react";
import { Link } from "@/components/ui/link";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from "react";
import { useGenerators } from "@/components/generators";
import { useWholeGeneration } from "@/components/queries/whole-generation";
import { GeneratorIcon } from "@/components/shell/generator-icon";
import { buttonVariants, IconButton } from "@/components/ui/button";
import { classNames } from "@/components/ui/class-names";
import { useModal } from "@/components/ui/use-modal";
import { startDownload } from "@/components/ui/save-file";
import { isVideo } from "@/components/video-player/video-source";
import type { GenerationDto, OutputDto } from "@/lib/generations/read/generation-dto";
import { GenerationCommandsProvider, useGenerationCommands } from "./generation-commands";
import ItemPanel from "./item-panel";
import { LightboxStep } from "./lightbox-step";
import { LightboxStage } from "./lightbox-stage";
import { downloadAddress, listFollowUps } from "@/components/queries/result-addresses";
import { ParameterList } from "./parameter-list";
import { DownloadControl } from "./download-control";
import { TakeActions } from "./take-actions";
import { useGenerationWords } from "./use-generation-words";
import { keyOwners, useItemKeys } from "./use-item-keys";
import { useZoom } from "./use-zoom";

/** Loaded with the first video: pages of pictures need no player. */
const VideoPlayer = dynamic(() =>
  import("@/components/video-player/video-player").then((module) => module.VideoPlayer),
);

interface LightboxProps {
  generation: GenerationDto;
  /** Index of the shown result, from 0. */
  position: number;
  onPositionChange: (position: number) => void;
  onClose: () => void;
}

/** A result as large as the window, with its facts. Mounted while it is open. */
export function Lightbox({ generation: listed, position: asked, onPositionChange, onClose }: LightboxProps) {
  const generation = useWholeGeneration(listed);
  const t = useTranslations("takes.lightbox");
  const tTakes = useTranslations("takes");
  const generators = useGenerators();
  const words = useGenerationWords();
  const dialogRef = useRef<HTMLDialogElement>(null);
  const [panelOpen, setPanelOpen] = useState(true);
  const zoom = useZoom();
  useModal(dialogRef, { open: true, onClose });
  const { outputs } = generation;
  const count = outputs.length;
  // After the last result was moved to the trash, the one before it.
  const position = Math.min(asked, count - 1);
  const output: OutputDto | undefined = outputs[position];
  useItemKeys({
    generationId: generation.id,
    item: output?.item,
    findTarget: () => dialogRef.current,
  });
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (count === 0) close();
  }, [count]);

  function go(to: number) {
    const wanted = Math.min(count - 1, Math.max(0, to));
    if (wanted === position) return;
    zoom.reset();
    onPositionChange(wanted);
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = {
      ArrowLeft: () => go(position - 1),
      ArrowRight: () => go(position + 1),
      Home: () => go(0),
      End: () => go(count - 1),
      "+": zoom.zoomIn,
      "=": zoom.zoomIn,
      "-": zoom.zoomOut,
      z: zoom.toggle,
      d: () => output && startDownload(downloadAddress(output), output.fileName),
      i: () => setPanelOpen((before) => !before),
    }[event.key];
    if (!act || (event.target instanceof Element && event.target.closest(keyOwners))) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const dialog = dialogRef.current;
    const controller = new AbortController();
    dialog?.addEventListener("keydown", (event) => onKey(event), { signal: controller.signal });
    return () => controller.abort();
  }, []);

  if (!output) return null;
  const followUps = listFollowUps(generators, generation, output);
  const watched = isVideo(output);
  const label = t("label", { number: position + 1, count });
  return (
    <dialog
      ref={dialogRef}
      popover="manual"
      tabIndex={-1}
      aria-modal
      aria-label={`${label}: ${words.title(generation)}`}
      className="m-0 size-full max-h-none max-w-none bg-ground p-0 text-text outline-none backdrop:bg-scrim"
    >
      <div
        className={classNames(
          "size-full max-md:overflow-y-auto md:grid md:grid-rows-[auto_minmax(0,1fr)]",
          panelOpen && "md:grid-cols-[minmax(0,1fr)_20rem]",
        )}
      >
        <header className="flex items-center gap-1 border-b bg-ground px-3 py-2 max-md:sticky max-md:top-0 max-md:z-10 md:col-start-1">
          <span className="mr-auto px-1 text-sm text-text-2" aria-live="polite">
            {count > 1 ? t("position", { number: position + 1, count }) : null}
          </span>
          {watched ? null : <ZoomButtons zoom={zoom} />}
          {followUps.map(({ generator, action, href }) => (
            <Link
              key={href}
              href={href}
              onClick={onClose}
              className={classNames(buttonVariants({ variant: "ghost", size: "small" }), "max-md:hidden")}
            >
              <GeneratorIcon generator={generator} />
              {tTakes(`actions.${action}`)}
            </Link>
          ))}
          {/* A video has this control itself, under the same key. */}
          {watched ? null : <DownloadControl output={output} label={t("download")} />}
          <IconButton
            label={panelOpen ? t("hidePanel") : t("showPanel")}
            aria-expanded={panelOpen}
            onClick={() => setPanelOpen((before) => !before)}
          >
            <PanelRight aria-hidden />
          </IconButton>
          <IconButton label={t("close")} onClick={onClose}>
            <X aria-hidden />
          </IconButton>
        </header>
        <div className={classNames("relative md:col-start-1", watched || "max-md:h-[62dvh]")}>
          {watched ? (
            <div className="p-4 md:absolute md:inset-0 md:overflow-y-auto md:p-6">
              <VideoPlayer
                key={output.assetId}
                generation={generation}
                output={output}
                title={words.title(generation)}
                autoFocus
                maxHeight="calc(100dvh - 15rem)"
              />
            </div>
          ) : (
            <LightboxStage
              key={output.assetId}
              output={output}
              neighbours={[outputs[position - 1], outputs[position + 1]]}
              alt={words.title(generation)}
              zoom={zoom.zoom}
              onToggleZoom={zoom.toggle}
              onSwipe={(direction) => go(position + direction)}
            />
          )}
          <LightboxStep
            side="left"
            label={t("previous")}
            hidden={position === 0}
            onClick={() => go(position - 1)}
          />
          <LightboxStep
            side="right"
            label={t("next")}
            hidden={position >= count - 1}
            onClick={() => go(position + 1)}
          />
        </div>
        {panelOpen ? (
          <aside className="grid content-start gap-4 border-line bg-panel p-5 max-md:border-t md:col-start-2 md:row-span-2 md:row-start-1 md:overflow-y-auto md:border-l">
            {generation.title === null ? null : (
              <h2 className="-mb-2 text-base font-medium wrap-anywhere" dir="auto">
                {generation.title}
              </h2>
            )}
            <p className="max-h-60 overflow-y-auto text-base whitespace-pre-wrap text-text" dir="auto">
              {typeof generation.input.prompt === "string"
                ? generation.input.prompt
                : words.ownWords(generation)}
            </p>
            {/* On a phone the line above has no room for text. */}
            {followUps.map(({ generator, action, href }) => (
              <Link
                key={href}
                href={href}
                onClick={onClose}
                className={classNames(buttonVariants({ variant: "outline" }), "md:hidden")}
              >
                <GeneratorIcon generator={generator} />
                {tTakes(`actions.${action}`)}
              </Link>
            ))}
            <ClosingCommands onClose={onClose}>
              <TakeActions generation={generation} className="-mx-2 flex-wrap" />
              <ItemPanel generation={generation} output={output} />
              <ParameterList generation={generation} output={output} />
            </ClosingCommands>
          </aside>
        ) : null}
      </div>
    </dialog>
  );
}

function ZoomButtons({ zoom }: { zoom: ReturnType<typeof useZoom> }) {
  const t = useTranslations("takes.lightbox");
  return (
    <>
      <IconButton label={t("zoomOut")} onClick={zoom.zoomOut} disabled={zoom.zoom === "fit"}>
        <ZoomOut aria-hidden />
      </IconButton>
      <button
        type="button"
        onClick={zoom.toggle}
        className={classNames(buttonVariants({ variant: "ghost", size: "small" }), "min-w-24")}
      >
        {zoom.zoom === "fit" ? t("actualSize") : t("fit")}
      </button>
      <IconButton label={t("zoomIn")} onClick={zoom.zoomIn} disabled={zoom.zoom === 4}>
        <ZoomIn aria-hidden />
      </IconButton>
    </>
  );
}

/** The page behind shows what was started here, so the lightbox closes. */
function ClosingCommands({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const { again, vary, refuse, edit, reuseSeed, canVary } = useGenerationCommands();
  const closing = (command: (generation: GenerationDto) => void) => (generation: GenerationDto) => {
    onClose();
    command(generation);
  };
  const commands = {
    again: closing(again),
    vary: closing(vary),
    refuse,
    edit: closing(edit),
    canVary,
    ...(reuseSeed ? { reuseSeed: closing(reuseSeed) } : {}),
  };
  return <GenerationCommandsProvider commands={commands}>{children}</GenerationCommandsProvider>;
}
