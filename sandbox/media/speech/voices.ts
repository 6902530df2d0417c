import { SeededRandom } from "../random.ts";
import { ESPEAK_VOICES } from "./languages.ts";

/** Voices of the service, unshown.md "known voice ids". */
export const VOICE_IDS: readonly string[] =
  "male-qn-qingse|male-qn-jingying|male-qn-badao|male-qn-daxuesheng|female-shaonv|female-yujie|female-chengshu|female-tianmei|clever_boy|cute_boy|lovely_girl|Robot_Armor|audiobook_male_1|audiobook_female_1|Chinese (Mandarin)_Reliable_Executive|Chinese (Mandarin)_News_Anchor|Chinese (Mandarin)_Gentleman|Chinese (Mandarin)_Radio_Host|Chinese (Mandarin)_Sweet_Lady|Cantonese_GentleLady|Cantonese_PlayfulMan|English_Trustworthy_Man|English_Graceful_Lady|English_Aussie_Bloke|English_Whispering_girl|English_Diligent_Man|English_Gentle-voiced_man|English_expressive_narrator|Santa_Claus|Charming_Lady|Serene_Woman|Japanese_IntellectualSenior|Japanese_DecisivePrincess|Japanese_KindLady|Korean_SweetGirl|Korean_CalmLady|Spanish_Narrator|Spanish_SereneWoman|Portuguese_Narrator|French_CasualMan|German_FriendlyMan|Russian_ReliableMan|Italian_Narrator|Arabic_CalmWoman".split(
    "|",
  );

const LANGUAGE =
  /^(Chinese \(Mandarin\)|Cantonese|English|Japanese|Korean|Spanish|Portuguese|French|German|Russian|Italian|Arabic)_(.+)$/;

/** A name a person reads, from the id: `English_Graceful_Lady` becomes `Graceful Lady (English)`. */
export function nameVoice(voiceId: string): string {
  const [, language, spoken = voiceId] = LANGUAGE.exec(voiceId) ?? [];
  const name = spoken.replace(/[_-]+/g, " ").replace(/([a-z])([A-Z])/g, "$1 $2");
  return language === undefined ? name : `${name} (${language.replace(/ \(.*/, "")})`;
}

/** How a voice of the service is played: an eSpeak NG language and variant, and its traits. */
interface CastVoice {
  language: string;
  /** eSpeak NG voice variant: `m1` to `m8` for men, `f1` to `f5` for women, `whisper`, `croak`. */
  variant: string;
  /** Semitones above the variant. */
  pitch: number;
  /** Factor of the words a minute. */
  pace: number;
  /** Liveliness of the melody, 0 to 99, 50 as the variant is. */
  range: number;
  /** Length of the speaker's throat against a grown-up: below 1 for a child, above 1 for a giant. */
  size: number;
}

/** eSpeak NG language of the voices that a pattern matches; Chinese without a match. */
const LANGUAGES: readonly (readonly [RegExp, string])[] = [
  [/^Cantonese_/, "yue"],
  [/^English_Aussie/, "en-gb-scotland"],
  [/^English_(Graceful|Gentle|Whispering)/, "en-gb-x-rp"],
  [/^(Santa|Charming|Serene)/, "en-us"],
];

const FEMALE = /female|girl|lady|woman|princess|tianmei|audiobook_female/i;
const FEMALE_VARIANTS = ["f1", "f2", "f3", "f4", "f5"] as const;
const MALE_VARIANTS = ["m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8"] as const;

/** Voices whose name says more than man or woman. */
const CHARACTERS: readonly (readonly [RegExp, Partial<CastVoice>])[] = [
  [/(clever|cute)_boy/i, { variant: "f2", pitch: 2, size: 0.8, range: 70 }],
  [/lovely_girl|SweetGirl/i, { variant: "f3", pitch: 3, size: 0.82, range: 72 }],
  [/shaonv|Princess|tianmei|Sweet_Lady/i, { pitch: 2, size: 0.93, range: 66 }],
  [/Whispering/i, { variant: "whisperf", pace: 0.9 }],
  [/Santa/i, { variant: "m7", pitch: -3, size: 1.16, pace: 0.9, range: 65 }],
  [/Robot/i, { variant: "m2", range: 4, pitch: -2 }],
  [/Senior|chengshu|yujie/i, { pitch: -1, size: 1.05, pace: 0.93 }],
  [/Anchor|Radio|Narrator|narrator|audiobook|Executive|jingying/i, { pace: 1.04, range: 58 }],
  [/Calm|Serene|Gentle|Kind/i, { pace: 0.9, range: 42 }],
  [/badao|Decisive|PlayfulMan/i, { range: 68, pace: 1.06 }],
];

const DEFAULT_VOICE_ID = "male-qn-qingse";

/** Casts a voice of the service. The same id is the same voice always; null is the default one. */
export function castVoice(voiceId: string | null): CastVoice {
  const id = voiceId ?? DEFAULT_VOICE_ID;
  const random = new SeededRandom(`voice ${id}`);
  const family = id.replace(/_.*/, "");
  const variants = FEMALE.test(id) ? FEMALE_VARIANTS : MALE_VARIANTS;
  const cast: CastVoice = {
    language: LANGUAGES.find(([pattern]) => pattern.test(id))?.[1] ?? ESPEAK_VOICES.get(family) ?? "cmn",
    variant: random.pick(variants),
    pitch: random.between(-1.5, 1.5),
    pace: random.between(0.96, 1.05),
    range: random.integer(44, 58),
    size: random.between(0.96, 1.04),
  };
  for (const [pattern, traits] of CHARACTERS) if (pattern.test(id)) Object.assign(cast, traits);
  return cast;
}

export interface Manner {
  speed: number;
  pitch: number;
  emotion: keyof typeof MOODS | null;
}

/** Factor of the pace, semitones, factor of the liveliness, and gain. */
type Mood = readonly [pace: number, pitch: number, range: number, gain: number];

const NEUTRAL: Mood = [1, 0, 1, 1];
const MOODS = {
  happy: [1.1, 2, 1.5, 1.05],
  sad: [0.82, -2, 0.5, 0.8],
  angry: [1.12, -1, 1.6, 1.3],
  fearful: [1.18, 3, 0.8, 0.85],
  disgusted: [0.9, -3, 1.2, 1],
  surprised: [1.05, 4, 1.8, 1.1],
  calm: [0.92, -0.5, 0.7, 0.9],
  fluent: [1.08, 0, 1.1, 1],
  whisper: [0.92, 0, 0.8, 0.6],
} as const satisfies Readonly<Record<string, Mood>>;

export interface Delivery {
  variant: string;
  /** Words a minute, 80 to 450. */
  rate: number;
  /** 0 to 99; 50 steps are an octave. */
  pitch: number;
  range: number;
  gain: number;
  /** Throat length, see CastVoice; the sound is played that much slower. */
  size: number;
}

const WORDS_A_MINUTE = 165;
const STEPS_A_SEMITONE = 50 / 12;

/** Settings of the synthesizer for a voice in a manner. */
export function directVoice(voice: CastVoice, manner: Manner): Delivery {
  const [pace, pitch, range, gain]: Mood = manner.emotion === null ? NEUTRAL : MOODS[manner.emotion];
  // Playing a sound slower makes the throat longer, but also the pace slower and the pitch lower, which is corrected here.
  const semitones = voice.pitch + manner.pitch + pitch + 12 * Math.log2(voice.size);
  return {
    variant: manner.emotion === "whisper" ? "whisper" : voice.variant,
    rate: clamp(WORDS_A_MINUTE * manner.speed * voice.pace * pace * voice.size, 80, 450),
    pitch: clamp(50 + semitones * STEPS_A_SEMITONE, 0, 99),
    range: clamp(voice.range * range, 0, 99),
    gain,
    size: voice.size,
  };
}

function clamp(value: number, from: number, to: number): number {
  return Math.round(Math.min(Math.max(value, from), to));
}
