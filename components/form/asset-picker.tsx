"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { flattenPages, generationQueries } from "@/components/data/generation-queries";
import { describeGeneration } from "@/lib/generations/describe-generation";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { useErrorText } from "@/lib/i18n/use-error-text";
import { ApiError } from "@/components/data/api-fetch";
import type { AssetKind } from "@/lib/media/asset-kind";
import { AssetTile } from "./asset-tile";

const searchDelayMs = 200;

/** Chooses one result of the library; loaded on demand, hence the default export. */
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
  const [text, setText] = useState("");
  const [q, setQ] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setQ(text.trim()), searchDelayMs);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, error, isPending, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } =
    useInfiniteQuery(generationQueries.list({ states: ["succeeded"], ...(q ? { q } : {}) }));
  const offered = flattenPages(data).flatMap((generation) =>
    generation.outputs
      .filter(({ mimeType }) => mimeType.startsWith(`${kind}/`))
      .map((output) => ({ output, name: describeGeneration(generation) })),
  );

  return (
    <Dialog open onClose={onClose} title={t("title")} closeLabel={tCommon("close")} size="large">
      <Field label={t("search")} hideLabel className="mb-4">
        <Input
          type="search"
          data-autofocus=""
          leading={<Search aria-hidden />}
          placeholder={t("search")}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Field>
      {error ? (
        <Notice
          title={errorText(error instanceof ApiError ? error.code : "internal").title}
          actions={<Button onClick={() => void refetch()}>{t("retry")}</Button>}
        />
      ) : isPending ? (
        <div className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-2">
          {Array.from({ length: 8 }, (_, index) => (
            <Skeleton key={index} className="aspect-square" />
          ))}
        </div>
      ) : offered.length === 0 ? (
        <EmptyState title={q ? t("nothingFound") : t("empty")} />
      ) : (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-2">
          {offered.map(({ output, name }) => (
            <li key={`${output.assetId}-${output.index}`}>
              <AssetTile output={output} name={name} onPick={() => onPick(output.assetId)} />
            </li>
          ))}
        </ul>
      )}
      {hasNextPage ? (
        <div className="mt-4 flex justify-center">
          <Button pending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t("more")}
          </Button>
        </div>
      ) : null}
    </Dialog>
  );
}
