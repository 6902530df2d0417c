"use client";

import { Notice } from "@/components/ui/notice";
import { useErrorText } from "@/lib/i18n/use-error-text";
import type { ShownProblem } from "./use-action";

/** Says why something did not happen and what to do, with the request id where there is one. */
export function ProblemNotice({ problem }: { problem: ShownProblem | null }) {
  const describe = useErrorText();
  if (!problem) return null;
  const { title, message, action } = describe(problem.code);
  return (
    <Notice announce title={title} code={problem.code === "internal" ? problem.requestId : undefined}>
      {[message, action].filter(Boolean).join(" ")}
    </Notice>
  );
}
