import { expect, it } from "vitest";
import type { RunnerContext } from "@/lib/generations/record/runner-port.server";
import { runner } from "./runner.server";

it.each([
  ["http://service.example/first", "primary"],
  ["http://service.example/second", "backup"],
])("tells which address answered, also of two on one host: %s", async (address, told) => {
  const context = {
    generationId: "1",
    signal: new AbortController().signal,
    client: {
      baseUrl: "http://service.example/first",
      synthesizeSpeech: () =>
        Promise.resolve({
          audio: { kind: "url", url: "http://service.example/sound.mp3" },
          subtitleUrl: null,
          extraInfo: null,
          traceId: null,
          address,
        }),
    },
  } as unknown as RunnerContext;
  const request = { model: "speech-2.6-hd", text: "Hello", output_format: "url" } as const;
  expect(await runner.start(request, context)).toMatchObject({
    kind: "done",
    facts: { address: told },
  });
});
