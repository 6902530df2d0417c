import type { GeneratorExample } from "@/lib/generations/record/definition-port";
import type { MusicFormValues } from "./music-input";

const bestMp3 = { format: "mp3", sample_rate: 44100, bitrate: 256000 } as const;

export const musicExamples: GeneratorExample<MusicFormValues>[] = [
  {
    key: "harbour",
    input: {
      model: "music-3.0",
      prompt:
        "Slow harbour waltz with brushed drums, upright bass and a distant accordion, sung by a tired baritone close to the microphone",
      lyrics: `[Intro]

[Verse]
The ferry keeps its engine low
and the quay lamps count us in,
there is salt on all your letters
and a chill beneath my skin.

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
and a pencilled cross for mine.

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
      prompt: "夜晚氛围的城市流行，清亮的电吉他，温暖的合成器，轻快的鼓点，通透的女声，108 bpm",
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
        "Unhurried lo-fi for a rainy day: felt piano, vinyl crackle, soft kick, brushed snare and warm tape bass, 76 bpm",
      is_instrumental: true,
      stream: true,
      audio_setting: { format: "mp3", sample_rate: 44100, bitrate: 128000 },
    },
  },
];
