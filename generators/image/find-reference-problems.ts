import type { FieldProblem } from "@/lib/errors/studio-error";

/** The maximum number of subject references depends on the profile, so no schema checks it. */
export function findReferenceProblems(
  input: { subject_reference?: readonly unknown[] | undefined },
  { maxSubjectReferences: max }: { maxSubjectReferences: number },
): FieldProblem[] {
  const count = input.subject_reference?.length ?? 0;
  if (count <= max) return [];
  return [{ path: "subject_reference", key: "image.subject-reference.too-many", values: { max } }];
}
