import { type Instrument, INSTRUMENTS } from "./instruments.ts";
import { SeededRandom } from "../random.ts";

export type Mode = "major" | "minor";

export interface Style {
  name: string;
  tempo: readonly [number, number];
  /** Share of a sixteenth or eighth by which every second one comes late. */
  swing: number;
  /** Sixteenths of a bar: `X` strong, `x` plain, `o` soft, `.` none. Null for music without drums. */
  drums: { kick: string; snare: string; hat: string } | null;
  /** Eighths of a bar: `r` root, `t` third, `f` fifth, `-` goes on, `.` rests. */
  bass: string;
  /** Eighths of a bar: `x` the whole chord, a digit one of its notes, `-` goes on, `.` rests. */
  chords: string;
  chordsBy: Instrument;
  lead: Instrument;
  hasSevenths: boolean;
  /** Share of the sound that goes into the room. */
  space: number;
}

export interface Character {
  style: Style;
  beatsPerMinute: number;
  mode: Mode;
  /** Pitch class of the root, 0 is C. */
  root: number;
}

/** Words of a prompt that call for a style; the first match wins. */
const STYLE_WORDS: readonly (readonly [RegExp, string])[] = [
  [/ambient|cinematic|meditat|sleep|drone|氛围|冥想|电影|睡眠/i, "ambient"],
  [/lo-?fi|chill|study|hip[- ]?hop|rap|trap|嘻哈|说唱|慵懒/i, "lofi"],
  [/jazz|swing|bossa|blues|爵士|蓝调/i, "jazz"],
  [/house|techno|edm|electro|dance|disco|synth|club|电子|舞曲|迪斯科/i, "dance"],
  [/rock|metal|punk|grunge|guitar hero|摇滚|金属/i, "rock"],
  [/soul|r&b|rnb|funk|gospel|motown|灵魂|放克|节奏布鲁斯/i, "soul"],
  [/classical|orchestra|piano|waltz|ballad|string|钢琴|古典|抒情|弦乐/i, "ballad"],
  [/folk|acoustic|country|singer|campfire|indie|民谣|乡村|木吉他/i, "folk"],
  [/pop|流行/i, "pop"],
];

/** Name, tempo, swing, bass, chords, who plays them, lead, sevenths (7) or triads (5), space; kick, snare and hat. */
const STYLES = `
ambient  60- 74 0    r------- x------- pad    bell   5 0.5
lofi     72- 90 0.3  r--r-.f- x--x-x-- keys   bell   7 0.2   X......x..x..... ....X.......X..o x.o.x.o.x.o.x.oo
jazz    104-136 0.33 r-t-f-t- x--x-x-- keys   flute  7 0.2   x.......o....... ......o.......o. X...x.x.X...x.x.
dance   118-128 0    .r.r.r.r .x.xx-.x keys   lead   5 0.2   X...X...X...X... ....x.......x... ..X...X...X...Xo
rock    112-144 0    rrrrrrrf x-xxx-xx guitar lead   5 0.2   X.x...x.X.x..... ....X.......X... X.x.X.x.X.x.X.x.
soul     80-104 0.16 r-.rf-r. x--x-x-- keys   flute  7 0.2   X..x..x...x..... ....X..o....X... x.x.x.x.x.x.x.xo
ballad   66- 84 0    r------- 01232123 keys   bell   5 0.36
folk     84-108 0.08 r---f--r x-xxx-xx guitar guitar 5 0.2   X.......x....... ....o.......o... o.x.o.x.o.x.o.x.
pop      98-122 0    rrrrrrrf x--x-x-- keys   lead   5 0.2   X.....x.x....... ....X.......X... x.x.x.x.x.x.x.x.`
  .trim()
  .replace(/(\d)- ?(\d)/g, "$1 $2")
  .split("\n")
  .map(readStyle);

function readStyle(row: string): Style {
  const cells = row.split(/ +/);
  const [name = "", from, to, swing, bass = "", chords = "", chordsBy = "", lead = "", tones, space] = cells;
  const [kick, snare = "", hat = ""] = cells.slice(10);
  return {
    name,
    tempo: [Number(from), Number(to)],
    swing: Number(swing),
    drums: kick === undefined ? null : { kick, snare, hat },
    bass,
    chords,
    chordsBy: findInstrument(chordsBy),
    lead: findInstrument(lead),
    hasSevenths: tones === "7",
    space: Number(space),
  };
}

function findInstrument(name: string): Instrument {
  const isInstrument = (text: string): text is Instrument => Object.hasOwn(INSTRUMENTS, text);
  if (!isInstrument(name)) throw new Error(`there is no instrument ${name}`);
  return name;
}

const SAD = /sad|melanchol|dark|minor|lonel|grief|noir|blue|rain|忧|悲|伤|孤独|暗|雨|离别/i;
const BRIGHT = /happy|bright|joy|major|sunn|upbeat|cheer|hope|欢|快乐|明亮|阳光|希望/i;
const SLOW = /slow|calm|gentle|lullaby|慢|舒缓|安静/i;
const FAST = /fast|energetic|driving|upbeat|快节奏|激烈|动感/i;
const TEMPO = /(\d{2,3})\s*bpm/i;

/** Reads style, tempo and key from a prompt; the seed decides the rest. */
export function readCharacter(prompt: string, random: SeededRandom): Character {
  const named = STYLE_WORDS.find(([words]) => words.test(prompt))?.[1] ?? random.pick(["folk", "pop"]);
  const style = STYLES.find(({ name }) => name === named)!;
  let beatsPerMinute = random.integer(...style.tempo);
  if (SLOW.test(prompt)) beatsPerMinute = Math.round(beatsPerMinute * 0.86);
  if (FAST.test(prompt)) beatsPerMinute = Math.round(beatsPerMinute * 1.14);
  const asked = Number(TEMPO.exec(prompt)?.[1] ?? 0);
  if (asked >= 40 && asked <= 220) beatsPerMinute = asked;
  const drawn: Mode = random.chance(0.5) ? "major" : "minor";
  const mode = SAD.test(prompt) ? "minor" : BRIGHT.test(prompt) ? "major" : drawn;
  return { style, beatsPerMinute, mode, root: random.integer(0, 11) };
}

/** Style tags such as `Folk, Minor, Slow, 84 BPM`. */
export function describeStyle(prompt: string): string {
  const { style, mode, beatsPerMinute } = readCharacter(prompt, new SeededRandom(`style ${prompt}`));
  const pace = beatsPerMinute < 85 ? "Slow" : beatsPerMinute < 115 ? "Mid-tempo" : "Fast";
  const name = style.name === "lofi" ? "Lo-Fi" : capitalise(style.name);
  return [name, capitalise(mode), pace, `${beatsPerMinute} BPM`].join(", ");
}

function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
