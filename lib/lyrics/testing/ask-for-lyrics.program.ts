import { writeLyrics } from "../write-lyrics.server";

// node <program> <user id> <idempotency key> <prompt>: requests lyrics like the web process, in a process that a test may
// kill.
const [userId = "", idempotencyKey = "", prompt = ""] = process.argv.slice(2);
const written = await writeLyrics(userId, { mode: "write_full_song", prompt, idempotencyKey });
process.send?.(written);
process.disconnect();
process.exit();
