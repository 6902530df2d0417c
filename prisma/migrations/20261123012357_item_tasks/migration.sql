-- CreateTable
CREATE TABLE "ItemTask" (
    "id" UUID NOT NULL,
    "userId" UUID NOT NULL,
    "via" TEXT,
    "credentialId" UUID,
    "action" JSONB NOT NULL,
    "filter" JSONB,
    "itemIds" UUID[],
    "afterAt" TIMESTAMPTZ(3),
    "afterId" UUID,
    "state" TEXT NOT NULL DEFAULT 'running',
    "total" INTEGER NOT NULL,
    "exact" BOOLEAN NOT NULL,
    "done" INTEGER NOT NULL DEFAULT 0,
    "changed" INTEGER NOT NULL DEFAULT 0,
    "restored" INTEGER NOT NULL DEFAULT 0,
    "left" JSONB NOT NULL DEFAULT '{}',
    "faults" INTEGER NOT NULL DEFAULT 0,
    "version" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "finishedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ItemTask_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ItemTaskUndo" (
    "id" UUID NOT NULL,
    "taskId" UUID NOT NULL,
    "before" JSONB NOT NULL,
    "itemIds" UUID[],

    CONSTRAINT "ItemTaskUndo_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "ItemTask_userId_id_idx" ON "ItemTask"("userId", "id" DESC);

-- CreateIndex
CREATE INDEX "ItemTaskUndo_taskId_idx" ON "ItemTaskUndo"("taskId");

-- AddForeignKey
ALTER TABLE "ItemTask" ADD CONSTRAINT "ItemTask_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ItemTaskUndo" ADD CONSTRAINT "ItemTaskUndo_taskId_fkey" FOREIGN KEY ("taskId") REFERENCES "ItemTask"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Tells browsers and scripts that listen how far a task is.
CREATE FUNCTION reverie_notify_item_task() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify(
    'reverie_live',
    json_build_object('userId', NEW."userId", 'id', NEW."id", 'version', NEW."version", 'task', true)::text
  );
  RETURN NULL;
END
$$;

CREATE TRIGGER "ItemTask_changed" AFTER INSERT OR UPDATE ON "ItemTask"
FOR EACH ROW EXECUTE FUNCTION reverie_notify_item_task();
