import { useTranslations } from "next-intl";
import { type ReactNode, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { titleMaxLength } from "@/lib/items/title-line";

interface TitleDialogProps {
  heading: string;
  submitLabel: string;
  /** At first. */
  title: string;
  size?: "small" | "medium";
  pending: boolean;
  /** Called with a title that isn't blank. */
  onSubmit: (title: string) => void;
  onClose: () => void;
  /** Further fields. */
  children?: ReactNode;
}

/** Asks for the title of a film. */
export function TitleDialog({
  heading,
  submitLabel,
  title: given,
  size = "medium",
  pending,
  onSubmit,
  onClose,
  children,
}: TitleDialogProps) {
  const t = useTranslations("films");
  const formId = useId();
  const [text, setText] = useState(given);
  const title = text.trim();
  return (
    <Dialog
      open
      onClose={onClose}
      title={heading}
      closeLabel={t("cancel")}
      size={size}
      footer={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button type="submit" form={formId} variant="primary" pending={pending} disabled={title === ""}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (title !== "" && !pending) onSubmit(title);
        }}
      >
        <Field label={t("titleLabel")} required>
          <Input
            data-autofocus=""
            dir="auto"
            value={text}
            maxLength={titleMaxLength}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </Field>
        {children}
      </form>
    </Dialog>
  );
}
