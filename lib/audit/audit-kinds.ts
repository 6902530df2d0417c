/** What the audit log records. Messages have a text for each. */
export const auditKinds = [
  "sign-in",
  "sign-in-failed",
  "sign-out",
  "password-confirmed",
  "password-wrong",
  "password-changed",
  "password-reset",
  "token-created",
  "token-revoked",
  "owner-created",
  "invitation-created",
  "invitation-revoked",
  "member-joined",
  "access-removed",
  "access-restored",
  "quotas-changed",
  "connection-saved",
  "connection-deleted",
  "callbacks-switched",
  "generation-trashed",
  "generation-restored",
  "generation-exported",
  "items-trashed",
  "items-restored",
] as const;

export type AuditKind = (typeof auditKinds)[number];
