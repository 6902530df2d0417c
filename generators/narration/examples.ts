import type { GeneratorExample } from "@/lib/generations/record/definition-port";
import type { NarrationFormValues } from "./narration-input";

export const narrationExamples: GeneratorExample<NarrationFormValues>[] = [
  {
    key: "chapter",
    input: {
      model: "speech-2.8-hd",
      text: "Chapter one.<#1.2#>\nThe tide table on the wall was eleven years old, and the keeper still checked it every morning. (sighs) It had been right twice.<#0.8#>\nOn the day the letter came, the fog lay so thick over the sound that he heard the boat long before he saw it: two strokes, a pause, two strokes. (breath) Nobody rowed like that any more.",
      voice_setting: { voice_id: "English_expressive_narrator", speed: 0.95 },
    },
  },
  {
    key: "fairyTale",
    input: {
      model: "speech-2.8-turbo",
      text: "很久很久以前，山脚下住着一位做风筝的老人。<#0.8#>他做的风筝，有的像燕子，有的像鲤鱼。\n村里的孩子问他：“爷爷，风筝会想家吗？”(chuckle)老人笑了：“会啊，所以我才给它们系上线。”",
      voice_setting: { voice_id: "audiobook_female_1", emotion: "calm" },
      language_boost: "Chinese",
    },
  },
  {
    key: "guide",
    input: {
      model: "speech-2.6-hd",
      text: "Stop seven. The herring hall.\nBuilt in 1862, this was the longest wooden building on the coast for forty years. Look up: the beams are old ship's timbers, and two of them still show the marks of the caulking irons.\nWhen you're ready, walk on to the smokehouse and press play at stop eight.",
      voice_setting: {
        voice_id: "English_Trustworthy_Man",
        speed: 1.05,
        english_normalization: true,
      },
      audio_setting: { format: "flac", audio_sample_rate: 44100 },
      pronunciation_dict: { tone: ["caulking/cawking"] },
    },
  },
];
