"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useId, useState } from "react";
import { createPortal } from "react-dom";
import { apiFetch } from "@/components/queries/api-fetch";
import { useErrorToast } from "@/components/queries/use-error-toast";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import type { CreateShareInput, NewShareDto, ShareDto } from "@/lib/shares/share-dto";

export interface ShareDialogProps {
  itemIds: readonly string[];
  onClose: () => void;
}

const dayChoices = [1, 7, 30, 90, 365];
const never = "never";

const sharesQuery = (itemId: string) => ({
  queryKey: ["shares", itemId],
  queryFn: () => apiFetch<{ shares: ShareDto[] }>("/api/v1/shares", { query: { itemId } }),
});

/** Creates a link to items, and lists and revokes the active ones. Needs the messages `share`. */
export function ShareDialog({ itemIds, onClose }: ShareDialogProps) {
  const t = useTranslations("share");
  const client = useQueryClient();
  const showError = useErrorToast();
  const promptId = useId();
  const [days, setDays] = useState("30");
  const [showPrompt, setShowPrompt] = useState(false);
  const [firstId = ""] = itemIds;
  const { data } = useQuery(sharesQuery(firstId));
  const reload = () => client.invalidateQueries({ queryKey: ["shares"] });
  const create = useMutation({
    mutationFn: (body: CreateShareInput) => apiFetch<NewShareDto>("/api/v1/shares", { method: "POST", body }),
    onSuccess: reload,
    onError: showError,
  });
  const revoke = useMutation({
    mutationFn: (id: string) => apiFetch(`/api/v1/shares/${encodeURIComponent(id)}`, { method: "DELETE" }),
    onSuccess: (_answer, id) => {
      if (create.data?.id === id) create.reset();
      return reload();
    },
    onError: showError,
  });
  const expiresInDays = days === never ? null : Number(days);

  // Rendered outside its opener, so that typing triggers no shortcuts of a lightbox.
  return createPortal(
    <Dialog open onClose={onClose} title={t("title")} closeLabel={t("close")}>
      <div className="grid gap-5">
        <p className="text-sm text-text-2">{t("lead")}</p>
        {create.data ? (
          <NewLink url={create.data.url} />
        ) : (
          <div className="grid gap-4">
            <Field label={t("expires")}>
              <Select
                value={days}
                onChange={({ currentTarget }) => setDays(currentTarget.value)}
                options={[
                  ...dayChoices.map((each) => ({ value: String(each), label: t("days", { days: each }) })),
                  { value: never, label: t("never") },
                ]}
              />
            </Field>
            <div className="flex items-center justify-between gap-3">
              <label htmlFor={promptId} className="text-sm font-medium text-text">
                {t("showPrompt")}
              </label>
              <Switch id={promptId} checked={showPrompt} onCheckedChange={setShowPrompt} />
            </div>
            <Button
              variant="primary"
              pending={create.isPending}
              className="justify-self-start"
              onClick={() => create.mutate({ itemIds: [...itemIds], showPrompt, expiresInDays })}
            >
              {t("create")}
            </Button>
          </div>
        )}
        {data && data.shares.length > 0 ? (
          <section className="grid gap-1">
            <h3 className="text-sm font-medium text-text">{t("links")}</h3>
            <ul className="divide-y divide-line">
              {data.shares.map((share) => (
                <ActiveLink
                  key={share.id}
                  share={share}
                  isPending={revoke.isPending}
                  onRevoke={() => revoke.mutate(share.id)}
                />
              ))}
            </ul>
          </section>
        ) : null}
      </div>
    </Dialog>,
    document.body,
  );
}

/** The address of a new link, which can't be shown later. */
function NewLink({ url }: { url: string }) {
  const t = useTranslations("share");
  return (
    <Field label={t("link")} hint={t("shownOnce")}>
      <div className="flex flex-wrap gap-2">
        <Input
          readOnly
          value={url}
          dir="ltr"
          className="min-w-0 flex-1"
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <CopyButton
          text={url}
          label={t("copy")}
          copiedLabel={t("copied")}
          failedLabel={t("notCopied")}
          showLabel
        />
        {"share" in navigator ? (
          // Rejects when the person closes the system's dialog, which is no fault.
          <Button onClick={() => void navigator.share({ url }).catch(() => undefined)}>{t("send")}</Button>
        ) : null}
      </div>
    </Field>
  );
}

function ActiveLink({
  share: { items, showPrompt, createdAt, expiresAt },
  isPending,
  onRevoke,
}: {
  share: ShareDto;
  isPending: boolean;
  onRevoke: () => void;
}) {
  const t = useTranslations("share");
  const format = useFormatter();
  const created = format.dateTime(new Date(createdAt), "date");
  return (
    <li className="flex items-center justify-between gap-3 py-2">
      <div className="flex min-w-0 flex-wrap gap-x-3 text-sm text-text-2">
        <span>{t("createdAt", { at: new Date(createdAt) })}</span>
        <span>{expiresAt ? t("expiresAt", { at: new Date(expiresAt) }) : t("expiresNever")}</span>
        <span>{t("items", { count: items.length })}</span>
        {showPrompt ? <span>{t("withPrompt")}</span> : null}
      </div>
      <Button
        variant="ghost"
        size="small"
        disabled={isPending}
        aria-label={t("revokeOf", { created })}
        onClick={onRevoke}
      >
        {t("revoke")}
      </Button>
    </li>
  );
}
