"use client";

import { useTranslations } from "next-intl";
import { useId, useState, type FormEvent } from "react";
import { savedSearchAddress } from "@/components/queries/saved-search-queries";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { showToast } from "@/components/ui/toast";
import { savedSearchNameMaxLength } from "@/lib/saved-searches/saved-search-limits";
import { NameField } from "./name-field";
import { useSavedSearchCall } from "./use-saved-search-call";

interface SaveSearchDialogProps {
  /** The query of the library's address. */
  query: string;
  /** What the name begins as. */
  suggestion: string;
  onClose: () => void;
}

/** Asks for the name of a search and saves it. Loaded on demand, hence the default export. */
export default function SaveSearchDialog({ query, suggestion, onClose }: SaveSearchDialogProps) {
  const t = useTranslations("library.saved");
  const formId = useId();
  const [name, setName] = useState([...suggestion].slice(0, savedSearchNameMaxLength).join(""));
  const { call, pending, nameError, forgetError } = useSavedSearchCall();

  async function save(event: FormEvent) {
    event.preventDefault();
    if (pending || name.trim() === "") return;
    if (!(await call(savedSearchAddress, { method: "POST", body: { name, query } }))) return;
    showToast({ tone: "plain", title: t("saved", { name: name.trim() }) });
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t("save")}
      closeLabel={t("cancel")}
      size="small"
      footer={
        <Button type="submit" form={formId} variant="primary" pending={pending} disabled={name.trim() === ""}>
          {t("saveButton")}
        </Button>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void save(event)}>
        <NameField
          value={name}
          error={nameError}
          onChange={(changed) => {
            forgetError();
            setName(changed);
          }}
        />
      </form>
    </Dialog>
  );
}
