import type { ConnectionSummary } from "@/lib/connections/connection-summary";
import type { FieldProblem } from "@/lib/errors/studio-error";

/** What a form needs to know of the connected service: what it has beside the required part. */
export type FormFeatures = ConnectionSummary["features"];

/** How a submission went. What the person can mend comes back with the fields it stands at. */
export type SubmitOutcome =
  { ok: true } | { ok: false; problem: { code: string; fields: readonly FieldProblem[] } };

/** What every generator's form is given; generators/registry.client.tsx loads the forms. */
export interface GeneratorFormProps {
  /** What it starts with. Untrusted: a draft out of the browser's storage, or the input of an older studio. */
  initialInput: unknown;
  /** Null where no service is connected. */
  features: FormFeatures | null;
  /** The input of the newest take, for what can be taken over from it. */
  lastInput: Record<string, unknown> | null;
  /** Told of every change; the page keeps it as a draft. */
  onInputChange: (input: Record<string, unknown>) => void;
  /** Sends a parsed input. The form stays as it is. */
  onSubmit: (input: Record<string, unknown>) => Promise<SubmitOutcome>;
}
