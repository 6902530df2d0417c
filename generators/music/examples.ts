import type { GeneratorExample } from "@/lib/generations/definition-port";
import type { MusicFormValues } from "./music-input";

const bestMp3 = { format: "mp3", sample_rate: 44100, bitrate: 256000 } as const;

/** Three ways to begin: a song with words, one in Chinese, and a piece without. */
export const musicExamples: GeneratorExample<MusicFormValues>[] = [
  {
    key: "harbour",
    input: {
      model: "music-3.0",
      prompt:
        "Slow harbour waltz, brushed drums, upright bass, accordion far away, a tired baritone close to the microphone",
      lyrics: `[Intro]

[Verse]
The ferry keeps its engine low
and the quay lamps count us in,
there is salt in all the letters
and a coat gone at the chin.

[Chorus]
Harbour lights, harbour lights,
nobody sleeps on the water tonight.
One for the leaving, one for the shore,
one for the key that I hang by the door.

[Inst]

[Verse]
There's a chart above the kettle
where your finger left a line
from the island to the jetty
by a pencilled cross of mine.

[Chorus]
Harbour lights, harbour lights,
nobody sleeps on the water tonight.
One for the leaving, one for the shore,
one for the key that I hang by the door.

[Outro]
One for the key that I hang by the door.`,
      stream: true,
      audio_setting: bestMp3,
    },
  },
  {
    key: "night-train",
    input: {
      model: "music-3.0",
      prompt: "城市流行，夜晚，干净的电吉他，温暖的合成器，轻快的鼓点，清亮的女声，108 bpm",
      lyrics: `[Intro]

[Verse]
末班车开过第三座桥
窗上的雨还没睡着
你把耳机分我一半
说这首歌刚刚好

[Pre Chorus]
霓虹一格一格往后退
谁的名字停在嘴边

[Chorus]
别叫醒这座城
让它再亮一会儿
我们坐过了站
也没有人要回头
别叫醒这座城
让风再吹一会儿
下一站是清晨
你的手还在我手中

[Verse]
便利店的门开了又关
热豆浆冒着白烟
你数着零钱忽然笑了
像十七岁的夏天

[Bridge]
如果天亮要说再见
就让这条路再远一点

[Chorus]
别叫醒这座城
让它再亮一会儿
我们坐过了站
也没有人要回头

[Outro]
下一站是清晨`,
      stream: true,
      audio_setting: bestMp3,
    },
  },
  {
    key: "rain-study",
    input: {
      model: "music-2.6",
      prompt:
        "Lo-fi study in rain: felt piano, dusty vinyl, a soft kick and brushed snare, warm tape bass, unhurried, 76 bpm",
      is_instrumental: true,
      stream: true,
      audio_setting: { format: "mp3", sample_rate: 44100, bitrate: 128000 },
    },
  },
];
