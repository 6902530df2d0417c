import type { StudioErrorCode } from "@/lib/errors/studio-catalogue";
import type { FieldProblem } from "@/lib/errors/studio-error";

/** The error of a server action: a code of the catalogue and the invalid fields, never a text. */
interface ActionProblem {
  code: StudioErrorCode;
  fields: FieldProblem[];
  values: Record<string, string | number>;
  requestId: string;
}

/** What a server action returns; it never throws to the browser. */
export type ActionResult<Value> = { ok: true; value: Value } | { ok: false; problem: ActionProblem };
