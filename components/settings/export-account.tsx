"use client";

import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { startDownload } from "@/components/ui/save-file";
import type { ActionResult } from "@/lib/http/action-result";
import { SettingsPart } from "./settings-section";
import { ProblemNotice, useAction } from "./use-action";

/** Downloads everything of the person as one archive. */
export function ExportPart({ prepare }: { prepare: () => Promise<ActionResult<null>> }) {
  const t = useTranslations("settings.account.export");
  const { run, pending, problem } = useAction(prepare);
  async function download(): Promise<void> {
    if (await run()) startDownload("/api/v1/account/archive", "");
  }
  return (
    <SettingsPart title={t("title")} lead={t("lead")}>
      <div className="grid justify-items-start gap-4">
        <ProblemNotice problem={problem} />
        <Button pending={pending} onClick={() => void download()}>
          {t("download")}
        </Button>
      </div>
    </SettingsPart>
  );
}
