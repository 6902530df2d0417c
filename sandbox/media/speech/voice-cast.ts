import { SeededRandom } from "../random.ts";

/** How a voice of the service is played: an eSpeak NG language and variant, and what makes it that person. */
export interface CastVoice {
  /** eSpeak NG language it speaks by nature. */
  language: string;
  /** eSpeak NG voice variant: `m1` to `m8` for men, `f1` to `f5` for women, `whisper`, `croak`. */
  variant: string;
  /** Semitones above the variant. */
  pitch: number;
  /** Factor of the pace. */
  pace: number;
  /** Liveliness of the melody, 0 to 99, 50 as the variant is. */
  range: number;
  /** Length of the speaker's throat against a grown-up: below 1 for a child, above 1 for a giant. */
  size: number;
}

const LANGUAGES: readonly (readonly [RegExp, string])[] = [
  [/^Cantonese_/, "yue"],
  [/^English_Aussie/, "en-gb-scotland"],
  [/^English_(Graceful|Gentle|Whispering)/, "en-gb-x-rp"],
  [/^(English_|Santa|Charming|Serene)/, "en-us"],
  [/^Japanese_/, "ja"],
  [/^Korean_/, "ko"],
  [/^Spanish_/, "es"],
  [/^Portuguese_/, "pt-br"],
  [/^French_/, "fr"],
  [/^German_/, "de"],
  [/^Russian_/, "ru"],
  [/^Italian_/, "it"],
  [/^Arabic_/, "ar"],
];
const CHINESE = "cmn";
const FEMALE = /female|girl|lady|woman|princess|tianmei|audiobook_female/i;
const FEMALE_VARIANTS = ["f1", "f2", "f3", "f4", "f5"] as const;
const MALE_VARIANTS = ["m1", "m2", "m3", "m4", "m5", "m6", "m7", "m8"] as const;

/** Voices whose name promises more than a man or a woman. */
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

/** The voice the service would speak with when none is named. */
const DEFAULT_VOICE_ID = "male-qn-qingse";

/** Casts a voice of the service. The same id is the same voice always; null is the default one. */
export function castVoice(voiceId: string | null): CastVoice {
  const id = voiceId ?? DEFAULT_VOICE_ID;
  const random = new SeededRandom(`voice ${id}`);
  const variants = FEMALE.test(id) ? FEMALE_VARIANTS : MALE_VARIANTS;
  const cast: CastVoice = {
    language: LANGUAGES.find(([pattern]) => pattern.test(id))?.[1] ?? CHINESE,
    variant: random.pick(variants),
    pitch: random.between(-1.5, 1.5),
    pace: random.between(0.96, 1.05),
    range: random.integer(44, 58),
    size: random.between(0.96, 1.04),
  };
  for (const [pattern, traits] of CHARACTERS) if (pattern.test(id)) Object.assign(cast, traits);
  return cast;
}
