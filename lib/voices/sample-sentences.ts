import type { LanguageBoost } from "@/lib/service/contract/language-boost";
import { SPEECH_MODELS, type SpeechModel } from "@/lib/service/contract/speech-options";
import { countCodePoints } from "@/lib/service/contract/text";

/** One short sentence per language of the known voices. Changing one makes new samples. */
const sentences: Partial<Record<LanguageBoost, string>> = {
  Chinese: "你好，这就是我的声音。今天想听点什么？",
  "Chinese,Yue": "你好，呢把就係我嘅聲。今日想聽啲咩呀？",
  English: "Hello, this is how I sound. What shall I read to you?",
  Arabic: "مرحبًا، هذا هو صوتي. ماذا تحب أن أقرأ لك؟",
  Russian: "Здравствуйте, так звучит мой голос. Что вам почитать?",
  Spanish: "Hola, así suena mi voz. ¿Qué quieres que te lea?",
  French: "Bonjour, voici ma voix. Que voulez-vous que je vous lise ?",
  Portuguese: "Olá, é assim que eu soo. O que você quer que eu leia?",
  German: "Hallo, so klingt meine Stimme. Was soll ich dir vorlesen?",
  Turkish: "Merhaba, sesim böyle. Sana ne okuyayım?",
  Dutch: "Hallo, zo klinkt mijn stem. Wat zal ik je voorlezen?",
  Ukrainian: "Вітаю, так звучить мій голос. Що вам почитати?",
  Vietnamese: "Xin chào, đây là giọng của tôi. Bạn muốn nghe gì?",
  Indonesian: "Halo, inilah suara saya. Apa yang ingin Anda dengar?",
  Japanese: "こんにちは、これが私の声です。何を読みましょうか。",
  Italian: "Ciao, questa è la mia voce. Che cosa vuoi che ti legga?",
  Korean: "안녕하세요, 제 목소리예요. 무엇을 읽어 드릴까요?",
  Thai: "สวัสดี นี่คือเสียงของฉัน อยากให้อ่านอะไรให้ฟัง",
  Polish: "Cześć, tak brzmi mój głos. Co mam ci przeczytać?",
  Romanian: "Bună, așa sună vocea mea. Ce vrei să-ți citesc?",
  Greek: "Γεια σας, αυτή είναι η φωνή μου. Τι να σας διαβάσω;",
  Czech: "Dobrý den, takhle zní můj hlas. Co vám mám přečíst?",
  Finnish: "Hei, tältä ääneni kuulostaa. Mitä lukisin sinulle?",
  Hindi: "नमस्ते, मेरी आवाज़ ऐसी है। मैं आपको क्या सुनाऊँ?",
};

/** The sample sentence of a language; the English one for an unknown language. */
export function writeSampleSentence(language: LanguageBoost | null): string {
  return (language && sentences[language]) ?? sentences.English!;
}

/** The billed length of a sample, in code points. */
export function countSampleCharacters(language: LanguageBoost | null): number {
  return countCodePoints(writeSampleSentence(language));
}

/**
 * The model of a sample: the given one if synchronous speech has it, else the nearest. The 2.8 models are for narration
 * only (service.md).
 */
export function chooseSampleModel(model: string): SpeechModel {
  const own = SPEECH_MODELS.find((name) => name === model);
  return own ?? (model.endsWith("-turbo") ? "speech-2.6-turbo" : "speech-2.6-hd");
}
