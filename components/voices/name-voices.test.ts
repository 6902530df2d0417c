import { expect, it } from "vitest";
import { nameVoices } from "./name-voices";

it("names voices as the service does, and adds the ID where a name is not unique", () => {
  const anna = { voiceId: "v1", name: "Anna", description: [], language: null };
  const ids = ["v1", "English_Graceful_Lady", "Chinese_Graceful_Lady", "my own voice"];
  expect([...nameVoices(ids, [anna]).values()]).toEqual([
    "Anna",
    "Graceful Lady · English_Graceful_Lady",
    "Graceful Lady · Chinese_Graceful_Lady",
    "My own voice",
  ]);
});
