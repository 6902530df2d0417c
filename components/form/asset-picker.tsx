"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Clapperboard, FileText } from "lucide-react";
import { useTranslations, useFormatter } from "next-intl";
import { useEffect, useState } from "react";
import { useGenerator, useGenerators } from "@/components/generators";
import { PlayButton } from "@/components/player/play-button";
import { studioPlayer } from "@/components/player/studio-player";
import { toTrack } from "@/components/player/generation-tracks";
import { useTrackWords } from "@/components/player/use-track-words";
import { ApiError } from "@/components/queries/api-fetch";
import { flattenPages, generationQueries } from "@/components/queries/generation-queries";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { FavouriteMark } from "@/components/ui/favourite-mark";
import { Field } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/progress";
import { SearchInput } from "@/components/ui/search-input";
import { SegmentedControl } from "@/components/ui/segmented-control";
import { useSettledText } from "@/components/ui/use-settled-text";
import { describeGeneration } from "@/lib/generations/read/describe-generation";
import { formatLength } from "@/lib/i18n/clocks";
import { useErrorText } from "@/lib/i18n/use-error-text";
import type { AssetKind } from "@/lib/media/stored-asset";
import {
  listChoices,
  listSoundGenerators,
  moveBetweenChoices,
  soundKinds,
  type LibraryChoice,
  type SoundKind,
} from "./library-choices";

const searchDelayMs = 200;
/** Further pages are fetched until there are this many results to choose from. */
const minimumChoices = 12;

/**
 * Chooses one result of the library: images are shown, audio can be played first. Loaded on demand, hence the default
 * export.
 */
export default function AssetPicker({
  kind,
  onPick,
  onClose,
}: {
  kind: AssetKind;
  onPick: (assetId: string) => void;
  onClose: () => void;
}) {
  const t = useTranslations("form.picker");
  const tCommon = useTranslations("common");
  const errorText = useErrorText();
  const generators = useGenerators();
  const [text, setText] = useState("");
  const q = useSettledText(text, searchDelayMs);
  const [soundKind, setSoundKind] = useState<SoundKind>("songs");
  usePauseOnClose();
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } =
    useInfiniteQuery(
      generationQueries.list({
        states: ["succeeded"],
        ...(kind === "audio" ? { generators: listSoundGenerators(generators, soundKind) } : {}),
        ...(q ? { q } : {}),
      }),
    );
  const choices = listChoices(flattenPages(data), kind);
  const needsMore = hasNextPage && !isFetchingNextPage && !error && choices.length < minimumChoices;
  useEffect(() => {
    if (needsMore) void fetchNextPage();
  }, [needsMore, fetchNextPage]);
  const isLoading = isPending || (choices.length === 0 && hasNextPage);

  return (
    <Dialog open onClose={onClose} title={t("title")} closeLabel={tCommon("close")} size="large">
      <div onKeyDown={moveBetweenChoices}>
        <Field label={t("search")} hideLabel className="mb-4">
          <SearchInput
            data-autofocus=""
            onClear={() => setText("")}
            clearLabel={tCommon("clearSearch")}
            placeholder={t("search")}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </Field>
        {kind === "audio" ? (
          <SegmentedControl<SoundKind>
            label={t("sounds.label")}
            size="small"
            className="mb-3"
            value={soundKind}
            onValueChange={setSoundKind}
            options={soundKinds.map((value) => ({
              value,
              label: t(`sounds.${value}`),
            }))}
          />
        ) : null}
        {error ? (
          <Notice
            title={errorText(error instanceof ApiError ? error.code : "internal").title}
            actions={<Button onClick={() => void refetch()}>{t("retry")}</Button>}
          />
        ) : isLoading ? (
          <LoadingChoices kind={kind} />
        ) : choices.length === 0 ? (
          <EmptyState title={q ? t("nothingFound") : t("empty")} />
        ) : kind === "audio" ? (
          <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
            {choices.map((choice) => (
              <SoundChoice key={choice.id} {...choice} onPick={() => onPick(choice.output.assetId)} />
            ))}
          </ul>
        ) : (
          <ul className={gridClass}>
            {choices.map((choice) => (
              <li key={choice.id}>
                <AssetTile {...choice} onPick={() => onPick(choice.output.assetId)} />
              </li>
            ))}
          </ul>
        )}
        {hasNextPage && choices.length > 0 ? (
          <div className="mt-4 flex justify-center">
            <Button pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
              {t("more")}
            </Button>
          </div>
        ) : null}
      </div>
    </Dialog>
  );
}

const gridClass = "grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-2";

function LoadingChoices({ kind }: { kind: AssetKind }) {
  return (
    <div className={kind === "audio" ? "grid gap-2" : gridClass}>
      {Array.from({ length: kind === "audio" ? 4 : 8 }, (_, index) => (
        <Skeleton key={index} className={kind === "audio" ? "h-14" : "aspect-square"} />
      ))}
    </div>
  );
}

/** Stops what was started in the picker when it closes. */
function usePauseOnClose(): void {
  useEffect(() => {
    const { current: before } = studioPlayer.getSnapshot();
    return () => {
      const { current } = studioPlayer.getSnapshot();
      if (current?.id !== before?.id) studioPlayer.pause();
    };
  }, []);
}

/** One image, video or text of the library. */
function AssetTile({
  generation,
  output,
  number,
  count,
  take,
  onPick,
}: LibraryChoice & { onPick: () => void }) {
  const t = useTranslations("form.picker");
  const tTakes = useTranslations("takes");
  const words = describeGeneration(generation);
  const title = take === null ? words : tTakes("stack.takeOf", { title: words, number: take });
  const name = count > 1 ? t("oneOf", { title, number, count }) : title;
  const kind = output.mimeType.split("/")[0];
  const Icon = kind === "video" ? Clapperboard : FileText;
  return (
    <button
      type="button"
      data-choice=""
      onClick={onPick}
      aria-label={name}
      data-tooltip={name}
      className="relative block aspect-square w-full overflow-hidden rounded-md bg-raised transition-opacity hover:opacity-85"
    >
      {kind === "image" ? (
        // The studio's own thumbnail, already sized and cached.
        <img
          src={`${output.url}?width=320`}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          className="size-full object-cover"
        />
      ) : (
        <span className="grid size-full place-content-center justify-items-center gap-2 p-3 text-2xs text-text-2">
          <Icon aria-hidden className="size-5 text-text-3" />
          <span className="line-clamp-2">{name}</span>
          {output.durationSeconds === undefined ? null : <span>{formatLength(output.durationSeconds)}</span>}
        </span>
      )}
      {generation.favourite ? (
        <FavouriteMark
          label={tTakes("favourite")}
          className="absolute top-1.5 left-1.5 size-5.5 rounded-xs bg-black/62 text-white"
        />
      ) : null}
    </button>
  );
}

/** One audio result of the library: a play button, and a button that chooses it. */
function SoundChoice({ generation, output, take, onPick }: LibraryChoice & { onPick: () => void }) {
  const t = useTranslations("form.picker");
  const tTakes = useTranslations("takes");
  const format = useFormatter();
  const words = useTrackWords();
  const track = toTrack(generation, output);
  const generator = useGenerator(generation.generator);
  const { instrumentalField } = generator ?? {};
  const facts = [
    instrumentalField && generation.input[instrumentalField] === true
      ? t("instrumental")
      : (generator?.resultName ?? generation.generator),
    output.durationSeconds === undefined ? null : formatLength(output.durationSeconds),
    generation.model,
    format.dateTime(new Date(generation.createdAt), "dateTime"),
  ].filter((fact) => fact !== null);
  return (
    <li className="flex items-center gap-3 py-1.5">
      <PlayButton track={track} className="size-9!" />
      <button
        type="button"
        data-choice=""
        onClick={onPick}
        className="min-w-0 flex-1 rounded-sm px-2 py-1.5 text-left transition-colors hover:bg-hover"
      >
        <span className="line-clamp-2 text-sm font-medium" dir="auto">
          {generation.favourite ? (
            <FavouriteMark label={tTakes("favourite")} className="mr-1.5 align-[-0.15em] text-hue" />
          ) : null}
          {words.name(track, { numberFirst: take !== null })}
        </span>
        <span className="mt-0.5 block text-2xs text-text-3 tabular-nums">{facts.join(t("separator"))}</span>
      </button>
    </li>
  );
}
