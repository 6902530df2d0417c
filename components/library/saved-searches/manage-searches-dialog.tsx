"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, Pencil, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { savedSearchAddress, savedSearchQueries } from "@/components/queries/saved-search-queries";
import { Button, IconButton } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { SavedSearchDto } from "@/lib/saved-searches/saved-search-dto";
import { NameField } from "./name-field";
import { useSavedSearchCall } from "./use-saved-search-call";

const addressOf = (id: string) => `${savedSearchAddress}/${encodeURIComponent(id)}`;

/** Orders, renames and deletes saved searches. Loaded on demand, hence the default export. */
export default function ManageSearchesDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("library.saved");
  const { data } = useQuery(savedSearchQueries.list());
  const { call, pending } = useSavedSearchCall();
  const [open, setOpen] = useState<{ id: string; step: "rename" | "delete" } | null>(null);
  const listRef = useRef<HTMLUListElement>(null);
  /** The button that gets the focus, which the one that was pressed lost with its place in the list. */
  const focused = useRef("");
  const saved = data?.savedSearches ?? [];

  useEffect(() => {
    if (focused.current === "" || open) return;
    listRef.current?.querySelector<HTMLElement>(`[data-move="${focused.current}"]`)?.focus();
    focused.current = "";
  }, [data, open]);

  async function move(index: number, step: -1 | 1) {
    const ids = saved.map(({ id }) => id);
    const [moved] = ids.splice(index, 1);
    if (pending || !moved || index + step < 0 || index + step > ids.length) return;
    focused.current = `${moved} ${step}`;
    await call(`${savedSearchAddress}/order`, {
      method: "PUT",
      body: { ids: ids.toSpliced(index + step, 0, moved) },
    });
  }

  return (
    <Dialog open onClose={onClose} title={t("label")} closeLabel={t("close")}>
      {saved.length === 0 ? <p className="text-sm text-text-2">{t("none")}</p> : null}
      <ul ref={listRef} className="grid gap-1">
        {saved.map((search, index) => {
          const { id, name } = search;
          if (open?.id === id) {
            const Part = open.step === "rename" ? RenameRow : DeleteRow;
            return (
              <li key={id}>
                <Part
                  search={search}
                  onDone={(isGone = false) => {
                    const next = isGone ? (saved[index + 1] ?? saved[index - 1]) : search;
                    if (next) focused.current = `${next.id} -1`;
                    // Another one may have been opened while this was sent.
                    setOpen((current) => (current === open ? null : current));
                  }}
                />
              </li>
            );
          }
          return (
            <li key={id} className="flex items-center gap-1">
              <bdi className="min-w-0 flex-1 truncate text-sm">{name}</bdi>
              <IconButton
                label={t("moveUp", { name })}
                data-move={`${id} -1`}
                onClick={() => void move(index, -1)}
              >
                <ArrowUp aria-hidden />
              </IconButton>
              <IconButton
                label={t("moveDown", { name })}
                data-move={`${id} 1`}
                onClick={() => void move(index, 1)}
              >
                <ArrowDown aria-hidden />
              </IconButton>
              <IconButton label={t("rename", { name })} onClick={() => setOpen({ id, step: "rename" })}>
                <Pencil aria-hidden />
              </IconButton>
              <IconButton label={t("delete", { name })} onClick={() => setOpen({ id, step: "delete" })}>
                <Trash2 aria-hidden />
              </IconButton>
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}

interface RowProps {
  search: SavedSearchDto;
  onDone: (isGone?: boolean) => void;
}

function RenameRow({ search, onDone }: RowProps) {
  const t = useTranslations("library.saved");
  const [name, setName] = useState(search.name);
  const formRef = useRef<HTMLFormElement>(null);
  const { call, pending, nameError } = useSavedSearchCall();
  useEffect(() => formRef.current?.querySelector("input")?.focus(), []);

  async function rename(event: FormEvent) {
    event.preventDefault();
    if (pending || name.trim() === "") return;
    if (await call(addressOf(search.id), { method: "PATCH", body: { name } })) onDone();
  }

  return (
    <form
      ref={formRef}
      noValidate
      className="grid gap-2 rounded-md border p-3"
      onSubmit={(event) => void rename(event)}
    >
      <NameField value={name} error={nameError} onChange={setName} />
      <div className="flex justify-end gap-2">
        <Button size="small" onClick={() => onDone()}>
          {t("cancel")}
        </Button>
        <Button size="small" type="submit" variant="primary" pending={pending}>
          {t("renameButton")}
        </Button>
      </div>
    </form>
  );
}

function DeleteRow({ search, onDone }: RowProps) {
  const t = useTranslations("library.saved");
  const buttonRef = useRef<HTMLButtonElement>(null);
  const { call, pending } = useSavedSearchCall();
  useEffect(() => buttonRef.current?.focus(), []);
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 rounded-md border p-3">
      <p className="mr-auto text-sm wrap-anywhere">{t("deleteQuestion", { name: search.name })}</p>
      <Button size="small" onClick={() => onDone()}>
        {t("cancel")}
      </Button>
      <Button
        ref={buttonRef}
        size="small"
        variant="danger"
        pending={pending}
        onClick={() => void call(addressOf(search.id), { method: "DELETE" }).then(onDone)}
      >
        {t("deleteButton")}
      </Button>
    </div>
  );
}
