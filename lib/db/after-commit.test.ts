import { expect, it } from "vitest";
import { afterCommit, tellCommits } from "./after-commit";

/** A database whose transactions fail as often as told, after their work is done. */
function openTransactions(failures: number) {
  const told: string[] = [];
  const begin = tellCommits(async <Result>(work: (transaction: object) => Promise<Result>) => {
    const result = await work({});
    expect(told).toEqual([]);
    if (failures-- > 0) throw new Error("undone");
    return result;
  });
  return { begin, told };
}

it("tells what was noted once the transaction is committed, in order", async () => {
  const { begin, told } = openTransactions(0);
  const result = await begin(async (transaction) => {
    afterCommit(transaction, () => told.push("one"));
    afterCommit(transaction, () => told.push("two"));
    return 3;
  });
  expect([result, told]).toEqual([3, ["one", "two"]]);
});

it("tells nothing of a transaction that was undone, and the same once after it is repeated", async () => {
  const { begin, told } = openTransactions(1);
  const work = async (transaction: object) => afterCommit(transaction, () => told.push("one"));
  await expect(begin(work)).rejects.toThrow("undone");
  expect(told).toEqual([]);
  await begin(work);
  expect(told).toEqual(["one"]);
});

it("tells at once what belongs to no transaction", () => {
  const told: string[] = [];
  afterCommit({}, () => told.push("one"));
  expect(told).toEqual(["one"]);
});
