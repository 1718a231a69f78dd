/**
 * The few words that are on a page before anything is loaded, in every language: launcher | begin | panel |
 * tryAgain.
 */
export interface FacadeWords {
  launcher: string;
  begin: string;
  panel: string;
  tryAgain: string;
}

const TABLE: Record<string, string> = {
  en: 'Talk to us|Start the conversation|Video assistant|Try again',
  ar: 'تحدّث إلينا|بدء المحادثة|مساعد الفيديو|إعادة المحاولة',
  bg: 'Разговаряйте с нас|Започване на разговора|Видеоасистент|Нов опит',
  cs: 'Promluvte si s námi|Začít konverzaci|Videoasistent|Zkusit znovu',
  da: 'Tal med os|Start samtalen|Videoassistent|Prøv igen',
  de: 'Sprechen Sie mit uns|Gespräch beginnen|Videoassistent|Erneut versuchen',
  el: 'Μιλήστε μαζί μας|Έναρξη συνομιλίας|Βοηθός βίντεο|Δοκιμάστε ξανά',
  es: 'Hable con nosotros|Iniciar la conversación|Asistente de vídeo|Intentar de nuevo',
  fa: 'با ما گفت‌وگو کنید|شروع گفت‌وگو|دستیار تصویری|تلاش دوباره',
  fi: 'Keskustele kanssamme|Aloita keskustelu|Videoavustaja|Yritä uudelleen',
  fr: 'Discutez avec nous|Démarrer la conversation|Assistant vidéo|Réessayer',
  he: 'דברו איתנו|התחלת השיחה|עוזר וידאו|ניסיון נוסף',
  hi: 'हमसे बात करें|बातचीत शुरू करें|वीडियो सहायक|फिर से कोशिश करें',
  hr: 'Razgovarajte s nama|Započni razgovor|Videoasistent|Pokušaj ponovno',
  hu: 'Beszéljen velünk|Beszélgetés indítása|Videóasszisztens|Próbálja újra',
  id: 'Bicara dengan kami|Mulai percakapan|Asisten video|Coba lagi',
  it: 'Parli con noi|Inizia la conversazione|Assistente video|Riprova',
  ja: 'お問い合わせはこちら|会話を始める|ビデオアシスタント|もう一度試す',
  ko: '문의하기|대화 시작|비디오 도우미|다시 시도',
  nb: 'Snakk med oss|Start samtalen|Videoassistent|Prøv igjen',
  nl: 'Praat met ons|Gesprek starten|Videoassistent|Opnieuw proberen',
  pl: 'Porozmawiaj z nami|Rozpocznij rozmowę|Asystent wideo|Spróbuj ponownie',
  pt: 'Fale conosco|Iniciar a conversa|Assistente de vídeo|Tentar novamente',
  ro: 'Vorbiți cu noi|Începeți conversația|Asistent video|Încercați din nou',
  ru: 'Поговорите с нами|Начать разговор|Видеоассистент|Попробовать снова',
  sk: 'Porozprávajte sa s nami|Začať rozhovor|Videoasistent|Skúsiť znova',
  sl: 'Pogovorite se z nami|Začni pogovor|Videopomočnik|Poskusi znova',
  sv: 'Prata med oss|Starta samtalet|Videoassistent|Försök igen',
  tr: 'Bizimle konuşun|Görüşmeyi başlat|Görüntülü asistan|Yeniden dene',
  uk: 'Поговоріть з нами|Почати розмову|Відеоасистент|Спробувати ще раз',
  ur: 'ہم سے بات کریں|گفتگو شروع کریں|ویڈیو معاون|دوبارہ کوشش کریں',
  vi: 'Trò chuyện với chúng tôi|Bắt đầu trò chuyện|Trợ lý video|Thử lại',
  zh: '与我们交谈|开始对话|视频助手|重试',
  'zh-Hant': '與我們交談|開始對話|視訊助理|再試一次',
};

/** The languages there are. */
export const LANGUAGES: readonly string[] = Object.keys(TABLE);

export function facadeWords(language: string): FacadeWords {
  const [launcher, begin, panel, tryAgain] = (TABLE[language] ?? TABLE['en']!).split('|') as [
    string,
    string,
    string,
    string,
  ];
  return { launcher, begin, panel, tryAgain };
}
