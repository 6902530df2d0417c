-- "Item_trash" finds what has been in the trash longest, too, which is looked for once a day. With two such indexes,
-- PostgreSQL may read a person's trash by the wrong one and sort it.
DROP INDEX "Item_trashed";
