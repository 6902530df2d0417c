-- Events beyond the retention may be deleted (lib/audit). Younger ones, and any change, are still refused. The interval is
-- the minimum of STUDIO_AUDIT_DAYS.
DROP TRIGGER "AuditEvent_append_only" ON "AuditEvent";

CREATE TRIGGER "AuditEvent_append_only"
BEFORE UPDATE OR TRUNCATE ON "AuditEvent"
FOR EACH STATEMENT EXECUTE FUNCTION reverie_refuse_audit_change();

CREATE TRIGGER "AuditEvent_keep_recent"
BEFORE DELETE ON "AuditEvent"
FOR EACH ROW WHEN (OLD."at" > now() - interval '90 days')
EXECUTE FUNCTION reverie_refuse_audit_change();
