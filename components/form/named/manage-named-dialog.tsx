"use client";

import { Pencil } from "lucide-react";
import { useEffect, useRef, useState, type ComponentType, type FormEvent, type ReactNode } from "react";
import { Button, IconButton } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { NameField } from "./name-field";
import { useNamedCall, type NamedList } from "./use-named-call";

interface Entry {
  id: string;
  name: string;
}

/** Something that is asked about before it is done with an entry. */
interface Question<One extends Entry> {
  label: (name: string) => string;
  icon: ReactNode;
  question: (name: string) => string;
  button: string;
  removes?: boolean;
  request: (entry: One) => { method: "DELETE" | "PATCH"; body?: Record<string, unknown> };
}

interface ManageNamedDialogProps<One extends Entry> {
  list: NamedList;
  title: string;
  closeLabel: string;
  /** Shown without entries. */
  none: string;
  rename: { label: (name: string) => string; button: string };
  /** What `rename` opens instead of a field for the name. */
  Editor?: ComponentType<NamedRow<One>>;
  entries: readonly One[];
  addressOf: (id: string) => string;
  /** Beside the name. */
  note?: (entry: One) => ReactNode;
  /**
   * Buttons before Rename. One with a `data-focus` of its own gets the focus back that it loses when its row moves;
   * `data-focus-next` names the button that gets the focus of one that goes with its row.
   */
  actions: (entry: One, index: number) => ReactNode;
  questions: readonly Question<One>[];
  footer?: ReactNode;
  onClose: () => void;
}

/** Renames what a person has saved under names, and does with it what lists of its kind offer. */
export function ManageNamedDialog<One extends Entry>(props: ManageNamedDialogProps<One>) {
  const { list, title, closeLabel, none, rename, entries, addressOf, note, actions, questions, Editor } =
    props;
  const [open, setOpen] = useState<{ id: string; question: Question<One> | null } | null>(null);
  const listRef = useRef<HTMLUListElement>(null);
  /** The button that gets the focus, which the one that was pressed lost with its place in the list. */
  const focused = useRef("");

  useEffect(() => {
    if (focused.current === "" || open || document.activeElement !== document.body) return;
    listRef.current?.querySelector<HTMLElement>(`[data-focus="${focused.current}"]`)?.focus();
    focused.current = "";
  }, [entries, open]);

  return (
    <Dialog open onClose={props.onClose} title={title} closeLabel={closeLabel} footer={props.footer}>
      {entries.length === 0 ? <p className="text-sm text-text-2">{none}</p> : null}
      <ul
        ref={listRef}
        className="grid grid-cols-[minmax(0,1fr)] gap-1"
        onClickCapture={({ target }) => {
          if (!(target instanceof Element)) return;
          const { focus, focusNext } = target.closest<HTMLElement>("button")?.dataset ?? {};
          focused.current = focusNext ?? focus ?? "";
        }}
      >
        {entries.map((entry, index) => {
          const { id, name } = entry;
          if (open?.id === id) {
            const onDone = (isGone = false) => {
              const next = isGone ? (entries[index + 1] ?? entries[index - 1]) : entry;
              if (next) focused.current = `${next.id} rename`;
              // Another one may have been opened while this was sent.
              setOpen((current) => (current === open ? null : current));
            };
            const row = { list, address: addressOf(id), entry, onDone };
            return (
              <li key={id}>
                {open.question ? (
                  <QuestionRow {...row} question={open.question} />
                ) : Editor ? (
                  <Editor {...row} />
                ) : (
                  <RenameRow {...row} button={rename.button} />
                )}
              </li>
            );
          }
          return (
            <li key={id} className="flex items-center gap-1">
              <span className="flex min-w-0 flex-1 items-baseline gap-2">
                <bdi className="min-w-0 truncate text-sm">{name}</bdi>
                {note?.(entry)}
              </span>
              {actions(entry, index)}
              <IconButton
                label={rename.label(name)}
                data-focus={`${id} rename`}
                onClick={() => setOpen({ id, question: null })}
              >
                <Pencil aria-hidden />
              </IconButton>
              {questions.map((question) => (
                <IconButton
                  key={question.button}
                  label={question.label(name)}
                  onClick={() => setOpen({ id, question })}
                >
                  {question.icon}
                </IconButton>
              ))}
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}

/** A row that is open. */
export interface NamedRow<One extends Entry> {
  list: NamedList;
  address: string;
  entry: One;
  onDone: (isGone?: boolean) => void;
}

function RenameRow({ list, address, entry, button, onDone }: NamedRow<Entry> & { button: string }) {
  const [name, setName] = useState(entry.name);
  const formRef = useRef<HTMLFormElement>(null);
  const { call, pending, nameError } = useNamedCall(list);
  useEffect(() => formRef.current?.querySelector("input")?.focus(), []);

  async function rename(event: FormEvent) {
    event.preventDefault();
    if (pending || name.trim() === "") return;
    if (await call(address, { method: "PATCH", body: { name } })) onDone();
  }

  return (
    <form
      ref={formRef}
      noValidate
      className="grid gap-2 rounded-md border p-3"
      onSubmit={(event) => void rename(event)}
    >
      <NameField
        label={list.words.name}
        value={name}
        error={nameError}
        maxLength={list.nameMaxLength}
        onChange={setName}
      />
      <div className="flex justify-end gap-2">
        <Button size="small" onClick={() => onDone()}>
          {list.words.cancel}
        </Button>
        <Button size="small" type="submit" variant="primary" pending={pending}>
          {button}
        </Button>
      </div>
    </form>
  );
}

function QuestionRow<One extends Entry>({
  list,
  address,
  entry,
  question: { question, button, removes = false, request },
  onDone,
}: NamedRow<One> & { question: Question<One> }) {
  const buttonRef = useRef<HTMLButtonElement>(null);
  const { call, pending } = useNamedCall(list);
  useEffect(() => buttonRef.current?.focus(), []);
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 rounded-md border p-3">
      <p className="mr-auto text-sm wrap-anywhere">{question(entry.name)}</p>
      <span className="flex gap-2">
        <Button size="small" onClick={() => onDone()}>
          {list.words.cancel}
        </Button>
        <Button
          ref={buttonRef}
          size="small"
          variant={removes ? "danger" : "secondary"}
          pending={pending}
          onClick={() => void call(address, request(entry)).then((done) => onDone(done && removes))}
        >
          {button}
        </Button>
      </span>
    </div>
  );
}
