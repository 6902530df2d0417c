import { createHash } from "node:crypto";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createWav } from "@/lib/media/testing/sample-media";
import { assetNames, BadArchives } from "./testing/bad-archives";

describe("an import refuses", () => {
  let bad: BadArchives;
  beforeAll(async () => {
    bad = await BadArchives.create();
  });
  afterEach(() => bad.reset());
  afterAll(() => bad.drop());

  it("a file that is missing, also where the studio has its bytes", async () => {
    const other = await bad.target.test.database.user.create({
      data: { email: "other@example.test", name: "Other" },
    });
    await bad.change(() => {});
    await bad.run({ email: other.email });
    await bad.change((members) => members.delete(assetNames(members)[0]!));
    await expect(bad.run()).rejects.toThrow(/lacks the file [0-9a-f]{64}: it isn't complete/);
    expect(await bad.target.test.database.asset.count({ where: { userId: bad.target.userId } })).toBe(0);
  });

  it("a file of another size", async () => {
    await bad.change((members) => {
      const [name] = assetNames(members);
      members.set(name!, Buffer.concat([members.get(name!)!, Buffer.from("more")]));
    });
    await bad.expectRefusal(/has \d+ bytes instead of \d+/);
  });

  it("a file with other bytes", async () => {
    // Of the first generation, so that nothing is written before.
    const { asset } = await bad.source.test.database.output.findFirstOrThrow({
      orderBy: { id: "asc" },
      include: { asset: true },
    });
    await bad.change((members) => {
      const name = assetNames(members).find((each) => each.includes(asset!.sha256))!;
      const bytes = Buffer.from(members.get(name)!);
      bytes[bytes.length - 1]! ^= 1;
      members.set(name, bytes);
    });
    await bad.expectRefusal("has other bytes than its name says");
  });

  it("a file of a type that is not stored", async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const sha256 = createHash("sha256").update(svg).digest("hex");
    // Of the first generation, so that nothing is written before.
    const { assetId } = await bad.source.test.database.output.findFirstOrThrow({ orderBy: { id: "asc" } });
    await bad.changeRows(
      "assets",
      (rows) => {
        Object.assign(
          rows.find(({ id }) => id === assetId)!,
          { sha256, bytes: svg.length },
        );
      },
      (members) => members.set(`assets/${sha256}.png`, svg),
    );
    await bad.expectRefusal(`The file ${sha256} is of a type that Reverie doesn't store.`);
  });

  it("the type of a row that the bytes don't have, and takes theirs", async () => {
    const wav = createWav(0.3);
    const sha256 = createHash("sha256").update(wav).digest("hex");
    await bad.changeRows(
      "assets",
      (rows) => {
        const upload = rows.find(({ origin }) => origin === "upload")!;
        const lies = { kind: "image", mimeType: "image/png", width: 9_999 };
        Object.assign(upload, { sha256, bytes: wav.length, ...lies });
      },
      (members) => members.set(`assets/${sha256}.png`, wav),
    );
    await bad.run();
    const stored = await bad.target.test.database.asset.findFirstOrThrow({ where: { sha256 } });
    expect(stored).toMatchObject({ kind: "audio", mimeType: "audio/wav", width: null });
  });

  it("what the quota of the account doesn't leave", async () => {
    await bad.change(() => {});
    await bad.target.test.database.user.updateMany({ data: { diskQuotaBytes: 5_000n } });
    await bad.expectRefusal(/needs \d+\.\d MB, but the quota of the account leaves 0\.0 MB/);
  });

  it("an unknown account", async () => {
    await bad.change(() => {});
    await expect(bad.run({ email: "nobody@example.test" })).rejects.toThrow(
      "No account in this studio uses nobody@example.test.",
    );
  });

  it("a second import into the account at the same time", async () => {
    await bad.change(() => {});
    const client = new pg.Client({ connectionString: bad.target.test.url });
    await client.connect();
    await client.query("SELECT pg_advisory_lock(hashtextextended($1, 0))", [`import ${bad.target.userId}`]);
    await bad.expectRefusal("Another import into this account is running.");
    await client.end();
  });
});
