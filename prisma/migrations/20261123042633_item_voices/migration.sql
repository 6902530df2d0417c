-- The voices of a person's items, found one after the other.
CREATE INDEX "Item_voice" ON "Item" ("userId", "voice") WHERE "voice" IS NOT NULL;
