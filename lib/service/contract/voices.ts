import { z } from "zod";
import { answerShape, optionalTextSchema } from "./answer.ts";

/** unshown.md Synchronous speech "voices". */
export const SYSTEM_VOICE_TYPE = "system";

const descriptionSchema = z
  .union([z.array(z.string()), z.string().transform((text) => [text])])
  .nullish()
  .catch(null)
  .transform((description) => description ?? []);

export const voiceListResponseSchema = z.looseObject({
  ...answerShape,
  system_voice: z
    .array(
      z.looseObject({ voice_id: z.string(), voice_name: optionalTextSchema, description: descriptionSchema }),
    )
    .nullish()
    .transform((voices) => voices ?? []),
});

/** unshown.md Synchronous speech "known voice ids": offered where the service lists no voices. */
export const KNOWN_VOICE_IDS = [
  "male-qn-qingse",
  "male-qn-jingying",
  "male-qn-badao",
  "male-qn-daxuesheng",
  "female-shaonv",
  "female-yujie",
  "female-chengshu",
  "female-tianmei",
  "clever_boy",
  "cute_boy",
  "lovely_girl",
  "Robot_Armor",
  "audiobook_male_1",
  "audiobook_female_1",
  "Chinese (Mandarin)_Reliable_Executive",
  "Chinese (Mandarin)_News_Anchor",
  "Chinese (Mandarin)_Gentleman",
  "Chinese (Mandarin)_Radio_Host",
  "Chinese (Mandarin)_Sweet_Lady",
  "Cantonese_GentleLady",
  "Cantonese_PlayfulMan",
  "English_Trustworthy_Man",
  "English_Graceful_Lady",
  "English_Aussie_Bloke",
  "English_Whispering_girl",
  "English_Diligent_Man",
  "English_Gentle-voiced_man",
  "English_expressive_narrator",
  "Santa_Claus",
  "Charming_Lady",
  "Serene_Woman",
  "Japanese_IntellectualSenior",
  "Japanese_DecisivePrincess",
  "Japanese_KindLady",
  "Korean_SweetGirl",
  "Korean_CalmLady",
  "Spanish_Narrator",
  "Spanish_SereneWoman",
  "Portuguese_Narrator",
  "French_CasualMan",
  "German_FriendlyMan",
  "Russian_ReliableMan",
  "Italian_Narrator",
  "Arabic_CalmWoman",
] as const;
