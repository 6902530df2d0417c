import { StudioError } from "@/lib/errors/studio-error";

/** Below this many guesses (10^8) a password falls to an offline attack within hours: zxcvbn's scores 0 to 2. */
const weakestScore = 3;

/** zxcvbn's time grows with the square of the length. What is guessable shows in the first characters. */
const maxJudgedLength = 64;

interface PasswordOwner {
  email: string;
  name: string;
}

/** Why a password is refused: the message key of its field. */
type PasswordWeakness =
  | "account.password.is-email"
  | "account.password.repeated"
  | "account.password.guessable";

/**
 * Why a new password is too easy to guess; null for a good one. Finds the person's email, one repeated character, common
 * passwords, and what is put together from them, from names, dates and keyboard rows.
 */
export async function findPasswordWeakness(
  password: string,
  { email, name }: PasswordOwner,
): Promise<PasswordWeakness | null> {
  const [mailbox = email] = email.split("@");
  const written = password.trim().toLowerCase();
  if (written === email.toLowerCase() || written === mailbox.toLowerCase())
    return "account.password.is-email";
  if (new Set(password).size === 1) return "account.password.repeated";
  const estimator = await loadEstimator();
  const { score } = estimator.check(password, [email, mailbox, name]);
  return score < weakestScore ? "account.password.guessable" : null;
}

/**
 * Checks a new password before it is hashed.
 *
 * @param path the field of the form
 * @throws StudioError input.invalid
 */
export async function checkNewPassword(password: string, owner: PasswordOwner, path: string): Promise<void> {
  const key = await findPasswordWeakness(password, owner);
  if (key) throw new StudioError("input.invalid", { fields: [{ path, key }] });
}

let loading: ReturnType<typeof createEstimator> | undefined;

/** Loaded with the first new password: its word lists take about 10 MB of memory. */
function loadEstimator() {
  loading ??= createEstimator();
  return loading;
}

async function createEstimator() {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: maxJudgedLength });
}
