import { exampleSoundUrl } from "@/components/reference-sound/example-sound";
import type { GeneratorExample } from "@/lib/generations/definition-port";
import type { CoverFormValues } from "./cover-input";

const audio_setting = { format: "mp3", sample_rate: 44100, bitrate: 256000 } as const;

/** Three ways to begin, each showing another side of the form; all of the short song that comes with the studio. */
export const coverExamples: GeneratorExample<CoverFormValues>[] = [
  {
    key: "lounge",
    input: {
      model: "music-cover",
      prompt: "Slow lounge jazz after midnight: brushed drums, upright bass, a close and smoky alto",
      audio_url: { url: exampleSoundUrl },
      stream: true,
      audio_setting,
    },
  },
  {
    key: "shanty",
    input: {
      model: "music-cover",
      prompt: "A shanty for many voices, stamping feet and an old accordion on a windy quay",
      lyrics:
        "[Verse]\nThe ferry keeps its engine low\nand the quay lamps count us in\n\n[Chorus]\nHome, and the harbour turning\nHome, with the tide to win",
      audio_url: { url: exampleSoundUrl },
      stream: true,
      audio_setting,
    },
  },
  {
    key: "mandarin",
    input: {
      model: "music-cover-free",
      prompt: "温柔的普通话民谣，木吉他指弹，口琴间奏，女声轻唱，像深夜电台",
      lyrics:
        "[Verse]\n码头的灯一盏一盏亮起\n风把潮声吹进衣襟\n\n[Chorus]\n回家吧，海在转身\n回家吧，船在靠近",
      audio_url: { url: exampleSoundUrl },
      audio_setting: { format: "mp3", sample_rate: 32000, bitrate: 128000 },
    },
  },
];
