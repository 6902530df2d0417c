-- Lists that are not sorted by time go on behind other values than a time.
ALTER TABLE "ItemTask" ADD COLUMN "after" JSONB;
