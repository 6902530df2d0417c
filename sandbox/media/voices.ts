/** Voices of the service, unshown.md "known voice ids". */
export const VOICE_IDS: readonly string[] =
  "male-qn-qingse|male-qn-jingying|male-qn-badao|male-qn-daxuesheng|female-shaonv|female-yujie|female-chengshu|female-tianmei|clever_boy|cute_boy|lovely_girl|Robot_Armor|audiobook_male_1|audiobook_female_1|Chinese (Mandarin)_Reliable_Executive|Chinese (Mandarin)_News_Anchor|Chinese (Mandarin)_Gentleman|Chinese (Mandarin)_Radio_Host|Chinese (Mandarin)_Sweet_Lady|Cantonese_GentleLady|Cantonese_PlayfulMan|English_Trustworthy_Man|English_Graceful_Lady|English_Aussie_Bloke|English_Whispering_girl|English_Diligent_Man|English_Gentle-voiced_man|English_expressive_narrator|Santa_Claus|Charming_Lady|Serene_Woman|Japanese_IntellectualSenior|Japanese_DecisivePrincess|Japanese_KindLady|Korean_SweetGirl|Korean_CalmLady|Spanish_Narrator|Spanish_SereneWoman|Portuguese_Narrator|French_CasualMan|German_FriendlyMan|Russian_ReliableMan|Italian_Narrator|Arabic_CalmWoman".split(
    "|",
  );

export function isKnownVoice(voiceId: string): boolean {
  return VOICE_IDS.includes(voiceId);
}

const LANGUAGE =
  /^(Chinese \(Mandarin\)|Cantonese|English|Japanese|Korean|Spanish|Portuguese|French|German|Russian|Italian|Arabic)_(.+)$/;

/** A name a person reads, from the id: `English_Graceful_Lady` becomes `Graceful Lady (English)`. */
export function nameVoice(voiceId: string): string {
  const [, language, spoken = voiceId] = LANGUAGE.exec(voiceId) ?? [];
  const name = spoken.replace(/[_-]+/g, " ").replace(/([a-z])([A-Z])/g, "$1 $2");
  return language === undefined ? name : `${name} (${language.replace(/ \(.*/, "")})`;
}
