/**
 * Words that recognisers output although no person spoke. Recognisers were trained on films with subtitles, so they
 * describe noise with typical subtitles. This module does no I/O.
 */
import { turnDuration } from './turn-options.ts';

/** Texts that recognisers output for noise, and that visitors do not say to an agent. */
const HALLUCINATED_PHRASES = [
  /\b(?:thanks?|thank you) (?:so much |very much )?for (?:watching|listening|viewing)\b/,
  new RegExp(
    String.raw`\b(?:please )?(?:like and )?subscribe\b.*\bchannel\b|\bplease subscribe\b|` +
      String.raw`\bsee you (?:in the )?next (?:video|time)\b`,
  ),
  /\bsubtitles? by\b|\bamara\s?org\b|\btranscription by\b|\bcaptions? by\b|\bcastingwords\b/,
  new RegExp(
    String.raw`\buntertitel(?:ung)?\b.*\b(?:amara|zdf|swr|ard|funk|im auftrag)\b|` +
      String.raw`\bvielen dank fürs? (?:zuschauen|zusehen|zuhören)\b`,
  ),
  /\bsous-?titr\w+\b.*\b(?:réalisés?|amara|société|par)\b|\bmerci d'avoir regardé\b/,
  /\bsubtítulos\b.*\b(?:amara|realizados|por)\b|\bgracias por ver\b|\bsuscríbete\b/,
  /\bsottotitoli\b.*\b(?:amara|creati|a cura)\b|\bgrazie per (?:la visione|aver guardato)\b/,
  /\blegendas?\b.*\b(?:amara|pela comunidade)\b|\bobrigado por assistir\b/,
  /\bondertitel\w*\b.*\b(?:amara|gemaakt|ingediend)\b|\bbedankt voor het kijken\b/,
  /\bnapisy\b.*\b(?:stworzone|amara)\b|\bdziękuję za (?:oglądanie|uwagę)\b/,
  /субтитры|редактор субтитров|продолжение следует|спасибо за просмотр|дякую за перегляд/,
  /ご視聴ありがとうございました|チャンネル登録|字幕/,
  /시청해\s?주셔서 감사합니다|구독과 좋아요|mbc 뉴스/,
  /谢谢观看|感谢观看|謝謝觀看|请不吝点赞|請不吝點贊|字幕由|明镜与点点|优优独播/,
  /izlediğiniz için teşekkür|altyazı m\.?k|اشتركوا في القناة|ترجمة نانسي/,
];
/** Short texts that recognisers output for a cough. */
const SHORT_HALLUCINATIONS = new Set(
  (
    'thank you|thank you very much|thank you so much|thanks|bye|bye bye|you|so|the|i|a|oh|hm|mm|' +
    'okay bye|danke|vielen dank|tschüss|merci|merci beaucoup|gracias|muchas gracias|grazie|obrigado|' +
    'obrigada|bedankt|dank je|tack|takk|tak|kiitos|dziękuję|děkuji|спасибо|пока|дякую|teşekkürler|' +
    'teşekkür ederim|شكرا|תודה|ありがとうございました|ありがとうございます|감사합니다|谢谢|謝謝|you you|music|applause|laughter|' +
    'silence|blank_audio|inaudible|noise'
  ).split('|'),
);

/**
 * True if a recogniser invented the words. `milliseconds` is the duration of the voice. `isOverSpeech` is true
 * if the agent was speaking.
 */
export function isHallucination(text: string, milliseconds: number, isOverSpeech: boolean): boolean {
  if (!/[\p{L}\p{N}]/u.test(text)) return true;
  // A description of the sound: [BLANK_AUDIO], (coughing), *music*.
  if (/^\s*(?:[[(*♪][^\])*♪\d]*[\])*♪]\s*)+\s*$/u.test(text)) return true;
  const words = text
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}_' -]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  if (HALLUCINATED_PHRASES.some((line) => line.test(words))) return true;
  return (
    SHORT_HALLUCINATIONS.has(words) &&
    milliseconds <
      turnDuration(isOverSpeech ? 'minHallucinationDurationOverSpeech' : 'minHallucinationDuration')
  );
}
