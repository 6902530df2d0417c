-- The models of a person's items, found one after the other, and the newest items with tags.
CREATE INDEX "Item_model" ON "Item" ("userId", "model");
CREATE INDEX "Item_tagged" ON "Item" ("userId", "createdAt" DESC) WHERE cardinality("tags") > 0;
