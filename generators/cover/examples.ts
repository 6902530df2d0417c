import { exampleSoundUrl } from "@/generators/cover/reference-sound/example-sound";
import type { GeneratorExample } from "@/lib/generations/record/definition-port";
import type { CoverFormValues } from "./cover-input";

const audio_setting = { format: "mp3", sample_rate: 44100, bitrate: 256000 } as const;

/** Examples with the short song in public/sounds. */
export const coverExamples: GeneratorExample<CoverFormValues>[] = [
  {
    key: "lounge",
    input: {
      model: "music-cover",
      prompt:
        "Slow late-night lounge jazz with brushed drums, upright bass and a smoky alto close to the microphone",
      audio_url: { url: exampleSoundUrl },
      stream: true,
      audio_setting,
    },
  },
  {
    key: "shanty",
    input: {
      model: "music-cover",
      prompt: "Rousing sea shanty for many voices, with stamping feet and an old accordion",
      lyrics:
        "[Verse]\nThe ferry keeps its engine low\nand the quay lamps count us in\n\n[Chorus]\nHome, where the lamps are burning\nHome, with the tide coming in",
      audio_url: { url: exampleSoundUrl },
      stream: true,
      audio_setting,
    },
  },
  {
    key: "mandarin",
    input: {
      model: "music-cover-free",
      prompt: "温柔的华语民谣，木吉他指弹，口琴间奏，女声轻唱，像深夜电台",
      lyrics:
        "[Verse]\n码头的灯一盏一盏亮起\n晚风把潮声吹进衣襟\n\n[Chorus]\n回家吧，灯火在等你\n回家吧，小船已靠近",
      audio_url: { url: exampleSoundUrl },
      audio_setting: { format: "mp3", sample_rate: 32000, bitrate: 128000 },
    },
  },
];
