"use client";

import { useId, useState, type FormEvent, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { NameField } from "./name-field";
import { useNamedCall, type NamedList } from "./use-named-call";

interface SaveNamedDialogProps {
  list: NamedList;
  title: string;
  saveLabel: string;
  /** What the name begins as. */
  suggestion: string;
  address: string;
  /** What is saved beside the name. */
  body: () => Record<string, unknown>;
  onSaved: (name: string) => void;
  onClose: () => void;
  /** Further fields. */
  children?: ReactNode;
  /** Whether one of these can't be saved as it is. */
  isIncomplete?: boolean;
}

/** Asks for a name and saves something under it. */
export function SaveNamedDialog({
  list,
  title,
  saveLabel,
  suggestion,
  address,
  body,
  onSaved,
  onClose,
  children,
  isIncomplete = false,
}: SaveNamedDialogProps) {
  const formId = useId();
  const { nameMaxLength, words } = list;
  const [name, setName] = useState([...suggestion].slice(0, nameMaxLength).join(""));
  const { call, pending, nameError, forgetError } = useNamedCall(list);

  const isEmpty = name.trim() === "" || isIncomplete;

  async function save(event: FormEvent) {
    event.preventDefault();
    if (pending || isEmpty) return;
    if (!(await call(address, { method: "POST", body: { ...body(), name } }))) return;
    onSaved(name.trim());
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      closeLabel={words.cancel}
      size="small"
      footer={
        <Button type="submit" form={formId} variant="primary" pending={pending} disabled={isEmpty}>
          {saveLabel}
        </Button>
      }
    >
      <form id={formId} noValidate className="grid gap-4" onSubmit={(event) => void save(event)}>
        <NameField
          label={words.name}
          value={name}
          error={nameError}
          maxLength={nameMaxLength}
          onChange={(changed) => {
            forgetError();
            setName(changed);
          }}
        />
        {children}
      </form>
    </Dialog>
  );
}
