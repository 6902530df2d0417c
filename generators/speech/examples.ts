import type { GeneratorExample } from "@/lib/generations/record/definition-port";
import type { SpeechFormValues } from "./speech-input";

export const speechExamples: GeneratorExample<SpeechFormValues>[] = [
  {
    key: "lighthouse",
    input: {
      model: "speech-2.6-hd",
      text: "The keeper climbed the last stair and listened.<#0.8#> Nothing. Only the sea.<#1.2#>\n“You’re late,” said a voice from the lamp room.<#0.5#> “The light has been waiting.”",
      stream: true,
      voice_setting: { voice_id: "English_expressive_narrator", speed: 0.95 },
    },
  },
  {
    key: "teahouse",
    input: {
      model: "speech-2.6-turbo",
      text: "清晨的茶馆里，水汽袅袅升起。<#0.6#>老板把第一壶茶放到窗边，轻声说：“尝尝看，今年的新茶。”",
      stream: true,
      voice_setting: { voice_id: "Chinese (Mandarin)_Sweet_Lady", emotion: "calm" },
      pronunciation_dict: { tone: ["茶馆/(cha2)(guan3)"] },
      language_boost: "Chinese",
    },
  },
  {
    key: "news",
    input: {
      model: "speech-02-hd",
      text: "Good evening. After eleven days of storms, ferries to the outer islands resume tomorrow. The first boat leaves at 6:40 in the morning.\nThe harbour office asks passengers to arrive half an hour early.",
      voice_setting: {
        voice_id: "English_Trustworthy_Man",
        speed: 1.05,
      },
      audio_setting: { format: "mp3", sample_rate: 44100, bitrate: 256000 },
      subtitle_enable: true,
    },
  },
];
