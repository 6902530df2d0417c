import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { defaultMigrationsDir, findOldestFor, readMigrations } from "./migration-status.server";
import { findContractions } from "./testing/find-contractions";

/** The newest migration that was made before versions could run beside each other. */
const lastWithoutRule = "20261124051500_tell_when_due";

interface Migration {
  name: string;
  script: string;
}

let migrations: Migration[];

beforeAll(async () => {
  const { migrationDirectories } = await readMigrations(defaultMigrationsDir);
  migrations = migrationDirectories.map(({ path: name, migrationFile }) => ({
    name,
    script: migrationFile.content.value,
  }));
});

describe("a migration", () => {
  it("takes nothing from the version before, or says in its name which versions it ends", async () => {
    const names = migrations.map(({ name }) => name);
    const later = migrations.filter(({ name }) => name > lastWithoutRule && findOldestFor(name) === null);
    for (const { name, script } of later) expect([name, await findContractions(script)]).toEqual([name, []]);
    for (const name of names) {
      const oldest = findOldestFor(name);
      if (oldest)
        expect([name, names.find((other) => other.startsWith(oldest) && other < name)]).not.toContain(
          undefined,
        );
    }
    // The rule has something to apply to.
    expect(names).toContain(lastWithoutRule);
  });

  it("of the time before is read as what it is", async () => {
    const found: Record<string, string[]> = {};
    for (const { name, script } of migrations.filter((each) => each.name <= lastWithoutRule)) {
      const contractions = await findContractions(script);
      if (contractions.length > 0) found[name] = contractions;
    }
    expect(found).toMatchObject({
      "20261121120007_streams_and_preferences": [
        `ALTER TABLE "Output" DROP CONSTRAINT "Output_state_check"`,
        expect.stringContaining(`ALTER TABLE "Output" ADD CONSTRAINT "Output_state_check" CHECK`),
      ],
      "20261122184500_fair_lines": [`DROP INDEX "Generation_rateBucket_state_id_idx"`],
      "20261122184900_scopes_of_tokens": [
        `ALTER TABLE "ApiToken" ALTER COLUMN "scopes" DROP DEFAULT`,
        expect.stringContaining(`ALTER TABLE "ApiToken" ADD CONSTRAINT "ApiToken_scopes_check" CHECK`),
      ],
    });
    expect(Object.keys(found).length).toBeLessThan(migrations.length / 4);
  });
});

/** A prepared statement fails once a newer version has added a column to what it returns. */
it("no statement returns all columns of a table", () => {
  const returnsAll = /\$queryRaw(?:<[^`]*>)?`\s*SELECT (?:\w+\.)?\* FROM "/;
  expect('transaction.$queryRaw<Generation[]>`\n    SELECT * FROM "Generation"`').toMatch(returnsAll);
  const files = ["app", "generators", "lib", "server"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => path.join(folder, file)),
  );
  const sources = files.filter((file) => file.endsWith(".server.ts"));
  expect(sources).toContain(path.join("lib", "generations", "record", "lock-generation.server.ts"));
  expect(sources.filter((file) => returnsAll.test(readFileSync(file, "utf8")))).toEqual([]);
});

describe("what takes something from the version before", () => {
  const song = `"Song"`;
  it.each([
    `DROP TABLE ${song}`,
    `DROP FUNCTION tell_song()`,
    `DROP INDEX "Song_title_key"`,
    `TRUNCATE ${song}`,
    `DELETE FROM ${song}`,
    `ALTER TABLE ${song} RENAME TO "Track"`,
    `ALTER TABLE ${song} RENAME COLUMN "title" TO "name"`,
    `ALTER TABLE ${song} DROP COLUMN "title"`,
    `ALTER TABLE ${song} ALTER COLUMN "title" SET NOT NULL`,
    `ALTER TABLE ${song} ALTER COLUMN "title" DROP NOT NULL`,
    `ALTER TABLE ${song} ALTER COLUMN "title" DROP DEFAULT`,
    `ALTER TABLE ${song} ALTER COLUMN "title" TYPE int USING 0`,
    `ALTER TABLE ${song} ADD COLUMN "key" text NOT NULL`,
    `ALTER TABLE ${song} ADD CONSTRAINT c CHECK ("title" <> '')`,
    `ALTER TABLE ${song} ADD CONSTRAINT f FOREIGN KEY ("userId") REFERENCES "User"("id")`,
    `CREATE UNIQUE INDEX u ON ${song} ("title")`,
    `DO $$ BEGIN DROP TABLE "Song"; END $$`,
  ])("%s", async (statement) => {
    const harmless = `CREATE TABLE "Other" ("id" int NOT NULL PRIMARY KEY);\n-- é\n`;
    expect(await findContractions(`${harmless}${statement};`)).toEqual([statement]);
    expect(await findContractions(`-- expands: nothing uses it\n${statement};`)).toEqual([]);
    expect(await findContractions(`-- expands: this\nSELECT 1;\n${statement};`)).toEqual([statement]);
  });
});

describe("what takes nothing", () => {
  it.each([
    `ALTER TABLE "Song" ADD COLUMN "key" text`,
    `ALTER TABLE "Song" ADD COLUMN "plays" int NOT NULL DEFAULT 0`,
    `ALTER TABLE "Song" ALTER COLUMN "title" SET DEFAULT ''`,
    `CREATE INDEX i ON "Song" ("title")`,
    `CREATE TABLE "Album" ("id" int NOT NULL); ALTER TABLE "Album" ADD CONSTRAINT p PRIMARY KEY ("id")`,
    `ALTER TABLE "Song" ADD COLUMN "key" text; CREATE UNIQUE INDEX u ON "Song" ("userId", "key")`,
    `ALTER TABLE "Song" ADD COLUMN "albumId" int;
     ALTER TABLE "Song" ADD CONSTRAINT f FOREIGN KEY ("albumId") REFERENCES "Album"("id")`,
    `DROP TRIGGER t ON "Song"; CREATE TRIGGER t AFTER INSERT ON "Song" EXECUTE FUNCTION f()`,
    `UPDATE "Song" SET "title" = ''`,
  ])("%s", async (script) => expect(await findContractions(`${script};`)).toEqual([]));
});
