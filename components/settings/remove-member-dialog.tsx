"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ConfirmDialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { SegmentedControl } from "@/components/ui/segmented-control";
import type { ActionResult } from "@/lib/http/action-result";
import { ProblemNotice, useAction } from "./use-action";

const choices = ["delete", "take"] as const;

/** Asks what happens to the things of a person, and removes their account. Lazily loaded, hence the default export. */
export default function RemoveMemberDialog({
  member,
  remove,
  onEnd,
}: {
  member: { id: string; name: string };
  remove: (memberId: string, takeOver: boolean) => Promise<ActionResult<null>>;
  onEnd: () => void;
}) {
  const t = useTranslations("settings.members.removal");
  const common = useTranslations("settings.actions");
  const [choice, setChoice] = useState<(typeof choices)[number]>("delete");
  const { run, pending, problem } = useAction(remove, {
    announce: () => t("removed", { name: member.name }),
  });
  return (
    <ConfirmDialog
      open
      onClose={onEnd}
      onConfirm={() => void run(member.id, choice === "take").then((done) => done && onEnd())}
      title={t("removeTitle", { name: member.name })}
      confirmLabel={t("removeConfirm")}
      cancelLabel={common("cancel")}
      destructive
      pending={pending}
    >
      <div className="grid gap-4">
        <Field as="group" label={t("things")}>
          <SegmentedControl
            options={choices.map((value) => ({ value, label: t(`thing.${value}`) }))}
            value={choice}
            onValueChange={setChoice}
          />
        </Field>
        <p>{t(`removeBody.${choice}`)}</p>
        <p>{t("removeNote")}</p>
        <ProblemNotice problem={problem} />
      </div>
    </ConfirmDialog>
  );
}
