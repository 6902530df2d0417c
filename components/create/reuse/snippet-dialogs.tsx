"use client";

import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, type FormEvent } from "react";
import { ManageNamedDialog, type NamedRow } from "@/components/form/named/manage-named-dialog";
import { NameField } from "@/components/form/named/name-field";
import { SaveNamedDialog } from "@/components/form/named/save-named-dialog";
import { useNamedCall, type NamedList } from "@/components/form/named/use-named-call";
import { PromptField } from "@/components/form/prompt-field";
import { snippetAddress, snippetQueries } from "@/components/queries/snippet-queries";
import { Button, IconButton } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { showToast } from "@/components/ui/toast";
import { promptFields } from "@/lib/items/prompt-fields";
import { countCodePoints } from "@/lib/service/contract/text";
import type { SnippetDto } from "@/lib/snippets/snippet-dto";
import { snippetNameMaxLength, snippetTextMaxLength } from "@/lib/snippets/snippet-limits";
import type { ReuseDialogProps } from "./fill-text";

type Fields = SnippetDto["fields"];

const addressOf = (id: string) => `${snippetAddress}/${encodeURIComponent(id)}`;
const isSavable = (text: string) => text.trim() !== "" && countCodePoints(text) <= snippetTextMaxLength;

function useSnippetList(): NamedList {
  const t = useTranslations("reuse");
  return {
    queryKey: snippetQueries.list().queryKey,
    takenKey: "snippet.name.taken",
    nameMaxLength: snippetNameMaxLength,
    words: { name: t("name"), taken: t("taken"), invalidName: t("invalidName"), cancel: t("cancel") },
  };
}

/** Saves the selected text of a field, or all of it. */
export function SaveSnippetDialog({ field, text: written, onClose }: ReuseDialogProps) {
  const t = useTranslations("reuse");
  const [text, setText] = useState(() => {
    const { from, to } = written.getSelection();
    const whole = written.getText();
    return from < to ? whole.slice(from, to) : whole;
  });
  const [fields, setFields] = useState<Fields>([field]);
  return (
    <SaveNamedDialog
      list={useSnippetList()}
      title={t("save.title")}
      saveLabel={t("save.button")}
      suggestion=""
      address={snippetAddress}
      body={() => ({ text, fields })}
      isIncomplete={!isSavable(text)}
      onSaved={(name) => showToast({ tone: "plain", title: t("save.done", { name }) })}
      onClose={onClose}
    >
      <SnippetText value={text} onValueChange={setText} />
      <SnippetFields value={fields} onValueChange={setFields} />
    </SaveNamedDialog>
  );
}

/** Renames and rewrites snippets, chooses where they are offered, and deletes them. */
export function ManageSnippetsDialog({ onClose }: ReuseDialogProps) {
  const t = useTranslations("reuse");
  const list = useSnippetList();
  const { data } = useQuery(snippetQueries.list());
  const { call, pending } = useNamedCall(list);
  const snippets = data?.snippets ?? [];
  /** The last one that was deleted. A toast would be out of reach behind the dialog. */
  const [gone, setGone] = useState<{ snippet: SnippetDto; isBack: boolean } | null>(null);
  const statusRef = useRef<HTMLParagraphElement>(null);

  async function remove(snippet: SnippetDto) {
    if (pending || !(await call(addressOf(snippet.id), { method: "DELETE" }))) return;
    setGone({ snippet, isBack: false });
  }

  async function restore(snippet: SnippetDto) {
    const { name, text, fields } = snippet;
    if (pending || !(await call(snippetAddress, { method: "POST", body: { name, text, fields } }))) return;
    // The button that has the focus goes.
    statusRef.current?.focus();
    setGone({ snippet, isBack: true });
  }

  return (
    <ManageNamedDialog
      list={list}
      title={t("manage.title")}
      closeLabel={t("close")}
      none={t("manage.none")}
      rename={{ label: (name) => t("manage.edit", { name }), button: t("save.button") }}
      Editor={SnippetRow}
      entries={snippets}
      addressOf={addressOf}
      note={({ text }) => (
        <span dir="auto" className="min-w-0 truncate text-2xs text-text-3 max-sm:hidden">
          {text}
        </span>
      )}
      actions={(snippet, index) => {
        const next = snippets[index + 1] ?? snippets[index - 1];
        return (
          <IconButton
            label={t("manage.delete", { name: snippet.name })}
            data-focus-next={next ? `${next.id} rename` : ""}
            onClick={() => void remove(snippet)}
          >
            <Trash2 aria-hidden />
          </IconButton>
        );
      }}
      questions={[]}
      footer={
        gone ? (
          <>
            <p
              ref={statusRef}
              role="status"
              tabIndex={-1}
              className="mr-auto self-center text-sm wrap-anywhere"
            >
              {t(gone.isBack ? "manage.restored" : "manage.deleted", { name: gone.snippet.name })}
            </p>
            {gone.isBack ? null : (
              <Button size="small" pending={pending} onClick={() => void restore(gone.snippet)}>
                {t("undo")}
              </Button>
            )}
          </>
        ) : null
      }
      onClose={onClose}
    />
  );
}

/** The fields of one snippet. */
function SnippetRow({ list, address, entry: snippet, onDone }: NamedRow<SnippetDto>) {
  const t = useTranslations("reuse");
  const [name, setName] = useState(snippet.name);
  const [text, setText] = useState(snippet.text);
  const [fields, setFields] = useState<Fields>(snippet.fields);
  const { call, pending, nameError } = useNamedCall(list);
  const isIncomplete = name.trim() === "" || !isSavable(text);
  const formRef = useRef<HTMLFormElement>(null);
  useEffect(() => formRef.current?.querySelector("input")?.focus(), []);

  async function save(event: FormEvent) {
    event.preventDefault();
    if (pending || isIncomplete) return;
    if (await call(address, { method: "PATCH", body: { name, text, fields } })) onDone();
  }

  return (
    <form
      noValidate
      className="grid gap-3 rounded-md border p-3"
      ref={formRef}
      onSubmit={(event) => void save(event)}
    >
      <NameField
        label={list.words.name}
        value={name}
        error={nameError}
        maxLength={list.nameMaxLength}
        onChange={setName}
      />
      <SnippetText value={text} onValueChange={setText} />
      <SnippetFields value={fields} onValueChange={setFields} />
      <div className="flex justify-end gap-2">
        <Button size="small" onClick={() => onDone()}>
          {list.words.cancel}
        </Button>
        <Button size="small" type="submit" variant="primary" pending={pending} disabled={isIncomplete}>
          {t("save.button")}
        </Button>
      </div>
    </form>
  );
}

function SnippetText({ value, onValueChange }: { value: string; onValueChange: (text: string) => void }) {
  const t = useTranslations("reuse");
  return (
    <PromptField
      label={t("text")}
      required
      rows={3}
      maximumLength={snippetTextMaxLength}
      value={value}
      error={value.trim() === "" ? t("textMissing") : undefined}
      onValueChange={(changed) => onValueChange(changed ?? "")}
    />
  );
}

/** All fields, or one of them. A snippet of several, which the API can save, keeps these until another choice. */
function SnippetFields({ value, onValueChange }: { value: Fields; onValueChange: (fields: Fields) => void }) {
  const t = useTranslations("reuse");
  const chosen = value.join();
  const choices = [[], ...promptFields.map((field) => [field]), ...(value.length > 1 ? [value] : [])];
  return (
    <Field label={t("fields.label")} hint={t("fields.hint")}>
      <Select
        value={chosen}
        options={choices.map((fields) => ({
          value: fields.join(),
          label:
            fields.length === 0 ? t("fields.all") : fields.map((field) => t(`fields.${field}`)).join(", "),
        }))}
        onChange={({ currentTarget }) =>
          onValueChange(choices.find((fields) => fields.join() === currentTarget.value) ?? [])
        }
      />
    </Field>
  );
}
