/** The beginning of a frame that has sound in it. */
const firstSound = /"audio":\s*"[0-9a-f]{2}/;

/**
 * Asks an endpoint of the sandbox for a streamed sound, as a program without the studio would.
 *
 * @returns how long the first sound took to come, in milliseconds
 */
export async function streamDirectly(endpoint: string, input: object): Promise<number> {
  const startedAt = performance.now();
  const response = await fetch(endpoint, {
    method: "POST",
    headers: { authorization: "Bearer sandbox-key-good-straight", "content-type": "application/json" },
    body: JSON.stringify(input),
  });
  if (!response.body) throw new Error(`The sandbox answered HTTP ${response.status} without a body.`);
  const decoder = new TextDecoder();
  let text = "";
  let firstSoundMs: number | undefined;
  // Read to its end, so that the next request does not meet what is left of this one.
  for await (const chunk of response.body) {
    if (firstSoundMs !== undefined) continue;
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (firstSound.test(text)) firstSoundMs = performance.now() - startedAt;
  }
  if (firstSoundMs === undefined) throw new Error(`The sandbox streamed no sound: ${text.slice(0, 200)}`);
  return firstSoundMs;
}
