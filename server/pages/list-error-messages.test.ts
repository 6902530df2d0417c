import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { generationQueries } from "@/components/queries/generation-queries";
import { makeGeneration } from "@/lib/generations/testing/make-generation";
import { listErrorMessages } from "./list-error-messages.server";

const failWith = (code: string) => ({ code, message: "", action: "", made: "nothing" }) as const;

it("lists the messages of each error in lists and details once, and of no unknown code", () => {
  const client = new QueryClient();
  client.setQueryData(generationQueries.list({}).queryKey, {
    pages: [
      {
        generations: [
          makeGeneration({ state: "failed", error: failWith("service.balance") }),
          makeGeneration({ state: "failed", error: failWith("service.balance") }),
          makeGeneration({ state: "failed", error: failWith("service.of-an-older-version") }),
          makeGeneration({ state: "succeeded" }),
        ],
        nextCursor: null,
      },
    ],
    pageParams: [undefined],
  });
  const polled = makeGeneration({
    state: "running",
    waiting: { reason: "query-refused", code: "service.key-rejected" },
  });
  client.setQueryData(generationQueries.detail(polled.id).queryKey, polled);
  expect(listErrorMessages(client)).toEqual(["errors.service.balance", "errors.service.key-rejected"]);
});
