"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useId, useState } from "react";
import { createPortal } from "react-dom";
import { apiFetch } from "@/components/queries/api-fetch";
import { useErrorToast } from "@/components/queries/use-error-toast";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import type { ProjectDto } from "@/lib/projects/project-dto";
import type { CreateShareInput, NewShareDto, ShareDto, SharePage } from "@/lib/shares/share-dto";
import { NewLink } from "./new-link";

/** What a link shows: items, or a project. */
type Shared =
  | { itemIds: readonly string[]; project?: undefined }
  | { project: Pick<ProjectDto, "id" | "notes" | "people">; itemIds?: undefined };

export type ShareDialogProps = Shared & { onClose: () => void };

const dayChoices = [1, 7, 30, 90, 365];
const never = "never";

const sharesQuery = ({ itemIds, project }: Shared) => {
  const query: Record<string, string> = project ? { projectId: project.id } : { itemId: itemIds[0] ?? "" };
  return {
    queryKey: ["shares", query],
    queryFn: () => apiFetch<SharePage>("/api/v1/shares", { query }),
  };
};

/** Creates a link to items or a project, and lists and revokes the active ones. Needs the messages `share`. */
export function ShareDialog({ onClose, ...shared }: ShareDialogProps) {
  const t = useTranslations("share");
  const client = useQueryClient();
  const showError = useErrorToast();
  const [days, setDays] = useState("30");
  const [showPrompt, setShowPrompt] = useState(false);
  const [showNotes, setShowNotes] = useState(false);
  const [showAdditions, setShowAdditions] = useState(false);
  const { data } = useQuery(sharesQuery(shared));
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
  const { project } = shared;
  const what = project
    ? { projectId: project.id, showNotes, showAdditions }
    : { itemIds: [...shared.itemIds] };
  const expiresInDays = days === never ? null : Number(days);

  // Rendered outside its opener, so that typing triggers no shortcuts of a lightbox.
  return createPortal(
    <Dialog open onClose={onClose} title={t("title")} closeLabel={t("close")}>
      <div className="grid gap-5">
        <p className="text-sm text-text-2">
          {project ? t("leadProject") : t("lead")}
          {project && project.people > 1 ? ` ${t("withoutOthers")}` : null}
        </p>
        {create.data ? (
          <NewLink share={create.data} />
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
            <Choice
              label={project ? t("showPrompts") : t("showPrompt")}
              checked={showPrompt}
              onChange={setShowPrompt}
            />
            {project?.notes ? (
              <Choice label={t("showNotes")} checked={showNotes} onChange={setShowNotes} />
            ) : null}
            {project ? (
              <Choice label={t("showAdditions")} checked={showAdditions} onChange={setShowAdditions} />
            ) : null}
            <Button
              variant="primary"
              pending={create.isPending}
              className="justify-self-start"
              onClick={() => create.mutate({ ...what, showPrompt, expiresInDays })}
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

function Choice({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-3">
      <label htmlFor={id} className="text-sm font-medium text-text">
        {label}
      </label>
      <Switch id={id} checked={checked} onCheckedChange={onChange} />
    </div>
  );
}

function ActiveLink({
  share: { project, items, showPrompt, showNotes, showAdditions, createdAt, expiresAt },
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
        {project ? null : <span>{t("items", { count: items.length })}</span>}
        {showPrompt ? <span>{t("withPrompt")}</span> : null}
        {showNotes ? <span>{t("withNotes")}</span> : null}
        {showAdditions ? <span>{t("withAdditions")}</span> : null}
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
