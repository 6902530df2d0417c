import { SeededRandom } from "../random.ts";

const NAMES =
  "laughs|chuckle|coughs|clear-throat|groans|breath|pant|inhale|exhale|gasps|sniffs|sighs|snorts|burps|lip-smacking|humming|hissing|emm|whistles|sneezes|crying|applause";
/** Sounds of breath alone; the others have a voice in them. */
const BREATHS = /breath|pant|hale|sniffs|smacking|hissing|applause/;

/** Catches the name of a tone tag in brackets: the 22 of service.md, text rule 1. */
export const TONE_TAG_PATTERN = new RegExp(`\\((${NAMES})\\)`, "g");

/**
 * The sound of a tone tag, -1 to 1: strokes of breath and voice, drawn by the name. Distinct from the others,
 * but not an imitation.
 */
export function makeToneSound(tag: string, sampleRate: number): Float32Array<ArrayBuffer> {
  const random = new SeededRandom(`tone ${tag}`);
  const samples = new Float32Array(Math.round(random.between(0.35, 1.2) * sampleRate));
  const strokeLength = samples.length / random.integer(1, 5);
  const breath = BREATHS.test(tag) ? 1 : random.between(0.05, 0.6);
  const [from, to] = [random.between(90, 320), random.between(80, 300)];
  const noiseStep = (2 * Math.PI * Math.min(random.between(500, 4500), sampleRate * 0.45)) / sampleRate;
  // A two-pole resonator gives the noise its colour.
  const [feedback, damping] = [2 * 0.94 * Math.cos(noiseStep), 0.94 ** 2];
  let [last, beforeLast, phase] = [0, 0, 0];
  for (let index = 0; index < samples.length; index += 1) {
    const envelope = Math.sin(Math.PI * Math.sqrt((index % strokeLength) / strokeLength));
    phase += (2 * Math.PI * (from + ((to - from) * index) / samples.length)) / sampleRate;
    const noise = random.between(-0.06, 0.06) + feedback * last - damping * beforeLast;
    [beforeLast, last] = [last, noise];
    const voice = 0.5 * Math.sin(phase) + 0.25 * Math.sin(2 * phase);
    samples[index] = 0.55 * envelope * (breath * noise + (1 - breath) * voice);
  }
  return samples;
}
