import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { isSameSound } from "../test-client.ts";
import { type EspeakPhrase, EspeakProcess, EspeakUnavailable } from "./espeak-process.ts";

const phrase: EspeakPhrase = { voice: "en-us+f3", rate: 165, pitch: 50, range: 50, text: "one two three" };
const folder = mkdtempSync(join(tmpdir(), "espeak-process-"));
const processes: EspeakProcess[] = [];

function open(program?: string, phraseTimeoutMs?: number): EspeakProcess {
  const espeak = new EspeakProcess(program, phraseTimeoutMs);
  processes.push(espeak);
  return espeak;
}

/** A program in place of the real one; `answer` in its code answers as that does. */
function writeProgram(name: string, code: string): string {
  const path = join(folder, `${name}.mjs`);
  const answer = `const answer = (header) => { const text = Buffer.from(JSON.stringify(header)); const length =
    Buffer.alloc(4); length.writeUInt32LE(text.byteLength); process.stdout.write(Buffer.concat([length, text])); };`;
  writeFileSync(path, `${answer}\n${code}`);
  return path;
}

afterEach(() => {
  for (const espeak of processes.splice(0)) espeak.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the synthesizer's process", () => {
  it("produces audible speech that is identical each time and in each process", async () => {
    const espeak = open();
    const { sampleRate, samples } = await espeak.speak(phrase);
    expect(samples.length / sampleRate).toBeGreaterThan(0.6);
    const third = Math.floor(samples.length / 3);
    for (const word of [0, 1, 2].map((place) => samples.subarray(place * third, (place + 1) * third))) {
      const energy = Math.sqrt(word.reduce((sum, sample) => sum + sample * sample, 0) / word.length);
      expect(energy).toBeGreaterThan(0.02);
    }
    expect(isSameSound((await espeak.speak(phrase)).samples, samples)).toBe(true);
    expect(isSameSound((await open().speak(phrase)).samples, samples)).toBe(true);
  });

  it("reuses the process, and replaces it when it is killed", async () => {
    const espeak = open();
    await espeak.speak(phrase);
    const first = espeak.processId ?? 0;
    await espeak.speak(phrase);
    expect(espeak.processId).toBe(first);
    process.kill(first, "SIGKILL");
    expect((await espeak.speak(phrase)).samples.length).toBeGreaterThan(1000);
    expect(espeak.processId).not.toBe(first);
  });

  it("ends with close", async () => {
    const espeak = open();
    await espeak.speak(phrase);
    const pid = espeak.processId ?? 0;
    espeak.close();
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"), 30_000);
    await expect(espeak.speak(phrase)).rejects.toThrow(EspeakUnavailable);
  });

  it("replaces a process that hangs, and gives up after two attempts", async () => {
    const espeak = open(writeProgram("hangs", "process.stdin.resume();"), 100);
    await expect(espeak.speak(phrase)).rejects.toThrow("no answer within 100 ms");
  });

  it("reports a program that does not start", async () => {
    const program = join(folder, "dies.mjs");
    writeFileSync(program, "process.exit(3);");
    await expect(open(program).speak(phrase)).rejects.toThrow(EspeakUnavailable);
  });

  it("passes on the program's error", async () => {
    const program = writeProgram(
      "complains",
      `process.stdin.on("data", () => answer({ sampleRate: 22050, error: "no such thing", bytes: 0 }));`,
    );
    await expect(open(program).speak(phrase)).rejects.toThrow("no such thing");
  });
});
