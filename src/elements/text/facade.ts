/** The few words that are on a page before anything is loaded, in every language: launcher | begin | panel. */
export interface FacadeWords {
  launcher: string;
  begin: string;
  panel: string;
}

const TABLE: Record<string, string> = {
  en: 'Talk to us|Start the conversation|Video assistant',
  ar: 'تحدّث إلينا|ابدأ المحادثة|مساعد الفيديو',
  bg: 'Говорете с нас|Започнете разговора|Видеоасистент',
  cs: 'Promluvte si s námi|Začít konverzaci|Videoasistent',
  da: 'Tal med os|Start samtalen|Videoassistent',
  de: 'Sprechen Sie mit uns|Gespräch beginnen|Videoassistent',
  el: 'Μιλήστε μαζί μας|Έναρξη συνομιλίας|Βοηθός βίντεο',
  es: 'Hable con nosotros|Iniciar la conversación|Asistente de vídeo',
  fa: 'با ما گفت‌وگو کنید|شروع گفت‌وگو|دستیار تصویری',
  fi: 'Puhu kanssamme|Aloita keskustelu|Videoavustaja',
  fr: 'Parlez avec nous|Démarrer la conversation|Assistant vidéo',
  he: 'דברו איתנו|התחלת השיחה|עוזר וידאו',
  hi: 'हमसे बात करें|बातचीत शुरू करें|वीडियो सहायक',
  hr: 'Razgovarajte s nama|Započni razgovor|Videoasistent',
  hu: 'Beszéljen velünk|Beszélgetés indítása|Videóasszisztens',
  id: 'Bicara dengan kami|Mulai percakapan|Asisten video',
  it: 'Parli con noi|Inizia la conversazione|Assistente video',
  ja: 'お問い合わせはこちら|会話を始める|ビデオアシスタント',
  ko: '문의하기|대화 시작|비디오 도우미',
  nb: 'Snakk med oss|Start samtalen|Videoassistent',
  nl: 'Praat met ons|Gesprek starten|Videoassistent',
  pl: 'Porozmawiaj z nami|Rozpocznij rozmowę|Asystent wideo',
  pt: 'Fale conosco|Iniciar a conversa|Assistente de vídeo',
  ro: 'Vorbiți cu noi|Începeți conversația|Asistent video',
  ru: 'Поговорите с нами|Начать разговор|Видеоассистент',
  sk: 'Porozprávajte sa s nami|Začať rozhovor|Videoasistent',
  sl: 'Pogovorite se z nami|Začni pogovor|Videopomočnik',
  sv: 'Prata med oss|Starta samtalet|Videoassistent',
  tr: 'Bizimle konuşun|Görüşmeyi başlat|Video asistanı',
  uk: 'Поговоріть з нами|Почати розмову|Відеоасистент',
  ur: 'ہم سے بات کریں|گفتگو شروع کریں|ویڈیو معاون',
  vi: 'Trò chuyện với chúng tôi|Bắt đầu trò chuyện|Trợ lý video',
  zh: '与我们交谈|开始对话|视频助手',
  'zh-Hant': '與我們交談|開始對話|視訊助理',
};

/** The languages there are. */
export const LANGUAGES: readonly string[] = Object.keys(TABLE);

export function facadeWords(language: string): FacadeWords {
  const [launcher, begin, panel] = (TABLE[language] ?? TABLE['en']!).split('|') as [string, string, string];
  return { launcher, begin, panel };
}
