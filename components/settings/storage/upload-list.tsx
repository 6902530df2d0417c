"use client";

import { Link } from "@/components/ui/link";
import { useFormatter, useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog";
import type { DeletedUpload, ListedUpload } from "@/lib/generations/read/uploads-dto";
import type { ActionResult } from "@/lib/http/action-result";
import { useUnits } from "@/lib/i18n/units";
import { SettingsRow, SettingsRows } from "../settings-section";
import { ProblemNotice, useAction } from "../use-action";
import { FilePreview } from "./file-preview";

/** Uploads with the generations that use them; deletes each after a question that names these. */
export function UploadList({
  uploads,
  remove,
}: {
  uploads: readonly ListedUpload[];
  remove: (id: string, includeUsed: boolean) => Promise<ActionResult<DeletedUpload>>;
}) {
  const t = useTranslations("settings.storage.uploads");
  const common = useTranslations("settings.actions");
  const format = useFormatter();
  const units = useUnits();
  const [asked, setAsked] = useState<ListedUpload | null>(null);
  const { run, pending, problem } = useAction(remove, {
    announce: ({ deleted, useCount, presetCount }) =>
      deleted ? t("deleted") : t("usedMeanwhile", { count: useCount, presets: presetCount }),
  });
  const nameOf = ({ fileName, kind }: ListedUpload) => fileName ?? t(`unnamed.${kind}`);
  return (
    <>
      <ProblemNotice problem={problem} />
      <SettingsRows label={t("title")} empty={t("none")}>
        {uploads.map((upload) => (
          <SettingsRow
            key={upload.assetId}
            preview={<FilePreview assetId={upload.assetId} kind={upload.kind} />}
            actions={
              <Button
                size="small"
                variant="outline"
                aria-label={t("deleteLabel", { name: nameOf(upload) })}
                onClick={() => setAsked(upload)}
              >
                {t("delete")}
              </Button>
            }
            facts={
              <>
                {[units.bytes(upload.bytes), format.dateTime(new Date(upload.createdAt), "date")].join(" · ")}
                <UsedIn upload={upload} />
              </>
            }
          >
            <a href={upload.url} className="line-clamp-1 wrap-anywhere hover:underline">
              {nameOf(upload)}
            </a>
          </SettingsRow>
        ))}
      </SettingsRows>
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={() =>
          void (
            asked && run(asked.assetId, asked.useCount + asked.presetCount > 0).then(() => setAsked(null))
          )
        }
        title={asked ? t("deleteTitle", { name: nameOf(asked) }) : ""}
        confirmLabel={t("deleteForGood")}
        cancelLabel={common("cancel")}
        destructive
        pending={pending}
      >
        {asked && asked.useCount > 0
          ? t("deleteUsed", { count: asked.useCount, size: units.bytes(asked.bytes) })
          : t("deleteUnused", { size: units.bytes(asked?.bytes ?? 0) })}
        {asked && asked.presetCount > 0 ? (
          <p className="mt-2">{t("presetsLose", { count: asked.presetCount })}</p>
        ) : null}
      </ConfirmDialog>
    </>
  );
}

/** The newest generations and some of the presets that use an upload, with links. */
function UsedIn({ upload: { uses, useCount, presets, presetCount } }: { upload: ListedUpload }): ReactNode {
  const t = useTranslations("settings.storage.uploads");
  if (useCount + presetCount === 0) return <span className="block">{t("unused")}</span>;
  const more = useCount - uses.length + presetCount - presets.length;
  const links = [
    ...uses.map(({ generationId, name }) => ({ href: `/library/${generationId}`, id: generationId, name })),
    ...presets.map(({ presetId, generator, name }) => ({
      href: `/create/${generator}`,
      id: presetId,
      name: t("preset", { name }),
    })),
  ];
  return (
    <span className="block">
      {t("usedIn")}{" "}
      {links.map(({ href, id, name }, index) => (
        <span key={id}>
          {index > 0 ? ", " : ""}
          <Link href={href} className="wrap-anywhere text-text-2 underline hover:text-text">
            {name}
          </Link>
        </span>
      ))}
      {more > 0 ? t("andMore", { count: more }) : ""}
    </span>
  );
}
