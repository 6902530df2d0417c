-- Tells everybody who sees a project that it, its items or its members changed: each of these writes "updatedAt". Who leaves
-- is told by their own row. PostgreSQL sends equal notifications of one transaction once.
CREATE FUNCTION reverie_tell_project() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('reverie_lists', json_build_object('userId', person."userId", 'list', 'projects')::text)
  FROM (
    SELECT COALESCE(NEW."userId", OLD."userId") AS "userId"
    UNION SELECT "userId" FROM "ProjectMember" WHERE "projectId" = COALESCE(NEW."id", OLD."id")
  ) AS person;
  RETURN NULL;
END
$$;

CREATE TRIGGER "Project_told" AFTER INSERT OR UPDATE OR DELETE ON "Project"
FOR EACH ROW EXECUTE FUNCTION reverie_tell_project();

CREATE FUNCTION reverie_tell_project_member() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify(
    'reverie_lists',
    json_build_object('userId', COALESCE(NEW."userId", OLD."userId"), 'list', 'projects')::text
  );
  RETURN NULL;
END
$$;

CREATE TRIGGER "ProjectMember_told" AFTER INSERT OR UPDATE OR DELETE ON "ProjectMember"
FOR EACH ROW EXECUTE FUNCTION reverie_tell_project_member();
