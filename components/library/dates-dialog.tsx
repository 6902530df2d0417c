"use client";

import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";

interface DatesDialogProps {
  /** The chosen days, `2026-11-21`; empty without one. */
  from: string;
  until: string;
  onChoose: (from: string, until: string) => void;
  onClose: () => void;
}

/** Asks for the first and the last day of a list. Lazily loaded, hence the default export. */
export default function DatesDialog({ onChoose, onClose, ...known }: DatesDialogProps) {
  const t = useTranslations("library.filters");
  const tCommon = useTranslations("common");
  const formId = useId();
  const [from, setFrom] = useState(known.from);
  const [until, setUntil] = useState(known.until);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("chooseDates")}
      closeLabel={tCommon("close")}
      size="small"
      footer={
        <Button type="submit" form={formId} variant="primary">
          {t("applyDates")}
        </Button>
      }
    >
      <form
        id={formId}
        className="grid grid-cols-2 gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          onChoose(from, until);
          onClose();
        }}
      >
        <Field label={t("from")}>
          <Input
            type="date"
            data-autofocus=""
            value={from}
            max={until}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
        </Field>
        <Field label={t("until")}>
          <Input
            type="date"
            value={until}
            min={from}
            onChange={(event) => setUntil(event.currentTarget.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
