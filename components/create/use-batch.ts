"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { BatchChoice, ReadForm } from "@/components/form/batch-choice";
import type { SubmitOutcome } from "@/components/generators";
import { studioOfflineCode } from "@/components/queries/api-fetch";
import { useCurrentProject } from "@/components/queries/current-project";
import { createPressKeys } from "@/components/queries/press-keys";
import type { SubmissionOptions } from "@/components/queries/studio-actions";
import type { BatchRows } from "./send-batch";

/** How many generations the form of a generator creates with a press. */
export function useBatch(generator: string) {
  const client = useQueryClient();
  const { project, reload } = useCurrentProject();
  const [takes, chooseTakes] = useState(1);
  const [form, setForm] = useState<ReadForm | null>(null);
  const [keys] = useState(() => createPressKeys());
  const choice = useMemo<BatchChoice>(
    () => ({ takes, chooseTakes, openVariations: setForm }),
    [takes, chooseTakes, setForm],
  );

  async function submit(
    input: Record<string, unknown>,
    rows: BatchRows,
    given: SubmissionOptions,
  ): Promise<SubmitOutcome> {
    const options = project ? { ...given, projectId: project.id } : given;
    const request = { generator, input, ...options, ...rows };
    const idempotencyKey = keys.keyFor(request);
    // Offline, a browser tries for a while to fetch code, and what was pressed would be sent after all.
    const sender = navigator.onLine ? await import("./send-batch").catch(() => null) : null;
    if (!sender) return { ok: false, problem: { code: studioOfflineCode, fields: [] } };
    const outcome = await sender.sendBatch(client, { ...request, idempotencyKey });
    // Without a response the key stays, so that pressing again cannot create a second batch.
    if (!outcome.isUnanswered) keys.settle();
    if (!outcome.ok && outcome.problem.code === "project.gone") void reload();
    return outcome;
  }

  return {
    choice,
    chooseTakes,
    /** The same request as often as chosen; undefined for once. */
    rows: takes > 1 ? { takes } : undefined,
    submit,
    /** Set while the dialog for variations is open. */
    form,
    closeVariations: () => setForm(null),
  };
}
