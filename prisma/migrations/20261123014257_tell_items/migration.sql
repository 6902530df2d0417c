-- Tells the live hub which items of a person changed, once a statement. A payload has at most 8,000 bytes; without IDs it
-- says that many changed.
CREATE FUNCTION reverie_tell_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify(
    'reverie_items',
    json_build_object('userId', "userId", 'ids', CASE WHEN count(*) <= 100 THEN json_agg("id") END)::text
  )
  FROM changed GROUP BY "userId";
  RETURN NULL;
END
$$;

CREATE TRIGGER "Item_told_inserted" AFTER INSERT ON "Item" REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION reverie_tell_items();
CREATE TRIGGER "Item_told_updated" AFTER UPDATE ON "Item" REFERENCING NEW TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION reverie_tell_items();
CREATE TRIGGER "Item_told_deleted" AFTER DELETE ON "Item" REFERENCING OLD TABLE AS changed
FOR EACH STATEMENT EXECUTE FUNCTION reverie_tell_items();
