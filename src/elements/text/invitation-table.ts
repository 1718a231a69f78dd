/** Written by "npm run docs" from the files of src/contract/locales. */
import type { ScreenWords } from '@palkit/contract/locales/locale';

/** By BCP 47 tag. */
export const INVITATIONS: Readonly<Record<string, Pick<ScreenWords, 'firstTitle' | 'firstText'>>> = {
  en: {
    firstTitle: 'Talk to {name}',
    firstText: 'Ask by voice or in writing. {name} is an AI assistant.',
  },
  ar: {
    firstTitle: 'تحدّث إلى {name}',
    firstText: 'اسأل صوتًا أو كتابةً. {name} مساعد يعمل بالذكاء الاصطناعي.',
  },
  bg: {
    firstTitle: 'Разговор с {name}',
    firstText: 'Питайте с глас или писмено. {name} е асистент с изкуствен интелект.',
  },
  cs: {
    firstTitle: 'Konverzace: {name}',
    firstText: 'Ptejte se hlasem nebo písemně. {name} je AI asistent.',
  },
  da: {
    firstTitle: 'Tal med {name}',
    firstText: 'Spørg mundtligt eller skriftligt. {name} er en AI-assistent.',
  },
  de: {
    firstTitle: 'Mit {name} sprechen',
    firstText: 'Fragen Sie mündlich oder schriftlich. {name} ist ein KI-Assistent.',
  },
  el: {
    firstTitle: 'Συνομιλία με: {name}',
    firstText: 'Ρωτήστε προφορικά ή γραπτά. {name}: βοηθός τεχνητής νοημοσύνης.',
  },
  es: {
    firstTitle: 'Hablar con {name}',
    firstText: 'Pregunte de viva voz o por escrito. {name} es un asistente de IA.',
  },
  fa: {
    firstTitle: 'گفت‌وگو با {name}',
    firstText: 'با صدا یا نوشته بپرسید. {name} دستیار هوش مصنوعی است.',
  },
  fi: {
    firstTitle: 'Keskustelu: {name}',
    firstText: 'Kysy puhumalla tai kirjoittamalla. {name} on tekoälyavustaja.',
  },
  fr: {
    firstTitle: 'Parler avec {name}',
    firstText: 'Posez vos questions à l’oral ou par écrit. {name} est un assistant IA.',
  },
  he: {
    firstTitle: 'שיחה עם {name}',
    firstText: 'אפשר לשאול בקול או בכתב. {name} – עוזר בינה מלאכותית.',
  },
  hi: {
    firstTitle: '{name} से बात करें',
    firstText: 'बोलकर या लिखकर पूछें। {name} एक AI सहायक है।',
  },
  hr: {
    firstTitle: 'Razgovor: {name}',
    firstText: 'Pitajte glasom ili pismeno. {name} je AI asistent.',
  },
  hu: {
    firstTitle: 'Beszélgetés: {name}',
    firstText: 'Kérdezzen szóban vagy írásban. {name} mesterséges intelligencián alapuló asszisztens.',
  },
  id: {
    firstTitle: 'Bicara dengan {name}',
    firstText: 'Bertanyalah lewat suara atau tulisan. {name} adalah asisten AI.',
  },
  it: {
    firstTitle: 'Conversazione con {name}',
    firstText: 'Chieda a voce o per iscritto. {name} è un assistente IA.',
  },
  ja: {
    firstTitle: '{name}と話す',
    firstText: '音声でも文字でもご質問いただけます。{name}はAIアシスタントです。',
  },
  ko: {
    firstTitle: '{name} 도우미와 대화하기',
    firstText: 'AI 도우미 {name}에게 음성이나 글로 질문하세요.',
  },
  nb: {
    firstTitle: 'Snakk med {name}',
    firstText: 'Spør muntlig eller skriftlig. {name} er en KI-assistent.',
  },
  nl: {
    firstTitle: 'Praten met {name}',
    firstText: 'Stel uw vraag gesproken of schriftelijk. {name} is een AI-assistent.',
  },
  pl: {
    firstTitle: 'Rozmowa: {name}',
    firstText: 'Pytaj głosem lub pisemnie. {name} to asystent AI.',
  },
  pt: {
    firstTitle: 'Conversar com {name}',
    firstText: 'Pergunte por voz ou por escrito. {name} é um assistente de IA.',
  },
  ro: {
    firstTitle: 'Vorbiți cu {name}',
    firstText: 'Întrebați prin voce sau în scris. {name} este un asistent AI.',
  },
  ru: {
    firstTitle: 'Разговор: {name}',
    firstText: 'Спрашивайте голосом или письменно. {name} — ассистент на основе ИИ.',
  },
  sk: {
    firstTitle: 'Rozhovor: {name}',
    firstText: 'Pýtajte sa hlasom alebo písomne. {name} je AI asistent.',
  },
  sl: {
    firstTitle: 'Pogovor: {name}',
    firstText: 'Vprašajte ustno ali pisno. {name} je pomočnik z umetno inteligenco.',
  },
  sv: {
    firstTitle: 'Prata med {name}',
    firstText: 'Fråga muntligt eller skriftligt. {name} är en AI-assistent.',
  },
  tr: {
    firstTitle: '{name} ile konuşun',
    firstText: 'Sesle veya yazıyla sorun. {name} bir yapay zekâ asistanıdır.',
  },
  uk: {
    firstTitle: 'Розмова: {name}',
    firstText: 'Питайте голосом або письмово. {name} — асистент на основі ШІ.',
  },
  ur: {
    firstTitle: '{name} سے بات کریں',
    firstText: 'بول کر یا لکھ کر پوچھیں۔ {name} ایک AI معاون ہے۔',
  },
  vi: {
    firstTitle: 'Trò chuyện với {name}',
    firstText: 'Hãy hỏi bằng giọng nói hoặc bằng chữ. {name} là trợ lý AI.',
  },
  zh: {
    firstTitle: '与 {name} 交谈',
    firstText: '可以用语音或文字提问。{name} 是 AI 助手。',
  },
  'zh-Hant': {
    firstTitle: '與 {name} 交談',
    firstText: '可以用語音或文字提問。{name} 是 AI 助理。',
  },
};
