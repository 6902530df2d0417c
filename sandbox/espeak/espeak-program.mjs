// SPDX-License-Identifier: GPL-3.0-or-later
//
// A separate program around eSpeak NG. It is the only file of the project that loads the GPL-3 package, and has the same
// license; the rest of the sandbox (MIT) starts it as a child process and talks to it over its pipes.
//
// Standard input: one JSON line per phrase: {voice, rate, pitch, range, text}.
// Standard output: per phrase the length of a JSON header in bytes (32 bit, little endian), the header
// {sampleRate, bytes, error?}, and the samples (16 bit, little endian, one channel). It ends when its standard input does.
import { createInterface } from "node:readline";
import createModule from "@echogarden/espeak-ng-emscripten";

function answer(samples, error) {
  const sampleRate = synthesizer.get_samplerate();
  const text = Buffer.from(JSON.stringify({ sampleRate, error, bytes: samples.byteLength }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.byteLength);
  process.stdout.write(Buffer.concat([length, text, samples]));
}

/** Its noise and flutter depend on all it has said before: each phrase begins in the memory of a fresh start. */
function forgetThePast() {
  engine.HEAPU8.set(freshMemory);
  engine.HEAPU8.fill(0, freshMemory.length);
}

function speak(phrase) {
  forgetThePast();
  if (synthesizer.set_voice(phrase.voice) !== 0) throw new Error(`no voice ${phrase.voice}`);
  synthesizer.set_rate(phrase.rate);
  synthesizer.set_pitch(phrase.pitch);
  synthesizer.set_range(phrase.range);
  const pieces = [];
  synthesizer.synthesize(phrase.text, (samples) => {
    if (samples?.length > 0) pieces.push(Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength));
    return false;
  });
  answer(Buffer.concat(pieces));
}

// eSpeak NG seeds its noise with the time; each process is to speak the same.
Date.now = () => 0;
const engine = await createModule();
const synthesizer = new engine.eSpeakNGWorker();
const freshMemory = engine.HEAPU8.slice();
createInterface({ input: process.stdin }).on("line", (line) => {
  try {
    speak(JSON.parse(line));
  } catch (error) {
    // A trap inside WebAssembly leaves it in an unknown state: say so, and end to be started anew.
    answer(Buffer.alloc(0), String(error));
    if (error instanceof WebAssembly.RuntimeError) process.exitCode = 1;
    if (process.exitCode === 1) process.stdin.destroy();
  }
});
