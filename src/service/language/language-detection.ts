/**
 * Which of a few languages a text is in: by its script, then by the small words that only one of them has.
 * Simple, because the set is small and known: a conversation's own languages. Pure.
 */

/** Writing → the languages that are written in it. */
const SCRIPTS: readonly (readonly [pattern: RegExp, languages: readonly string[]])[] = [
  [/[\u3040-\u30ff]/gu, ['ja']],
  [/\p{Script=Hangul}/gu, ['ko']],
  [/\p{Script=Han}/gu, ['zh', 'ja']],
  [/\p{Script=Hebrew}/gu, ['he']],
  [/\p{Script=Greek}/gu, ['el']],
  [/\p{Script=Devanagari}/gu, ['hi', 'mr', 'ne']],
  [/\p{Script=Arabic}/gu, ['ar', 'fa', 'ur']],
  [/\p{Script=Cyrillic}/gu, ['ru', 'uk', 'bg', 'sr']],
  [/\p{Script=Thai}/gu, ['th']],
];
const NOT_LATIN = new Set(SCRIPTS.flatMap(([, languages]) => languages));

/** Letters that tell languages of one script apart; each counts like two words. */
const LETTERS: Record<string, RegExp> = {
  de: /[äöüß]/gu,
  fr: /[èêëçœùâîû]/gu,
  es: /[ñ¿¡]/gu,
  pt: /[ãõ]/gu,
  it: /[òì]/gu,
  sv: /[åäö]/gu,
  da: /[æøå]/gu,
  nb: /[æøå]/gu,
  fi: /[äö]/gu,
  pl: /[ąęłńśźż]/gu,
  cs: /[ěřů]/gu,
  sk: /[ľĺŕôä]/gu,
  hu: /[őű]/gu,
  ro: /[ășțâî]/gu,
  tr: /[ığş]/gu,
  hr: /[čćđšž]/gu,
  sl: /[čšž]/gu,
  vi: /[ăđơưạảấầẩậắằẵặẹẻẽếềểễệịọỏốồổộớờợụủứừửữựỳỵỷỹ]/gu,
  uk: /[іїєґ]/gu,
  ru: /[ыэё]/gu,
  bg: /[ъ]/gu,
  fa: /[پچژگ]/gu,
  ur: /[ٹڈڑےں]/gu,
  ar: /[ةىأإ]/gu,
};
const WORDS: Record<string, ReadonlySet<string>> = Object.fromEntries(
  Object.entries({
    en: 'the is are you what how do does of and to in it i my can have where when who please hello yes thanks with for this that your we open',
    de: 'der die das ist sind sie was wie und zu in es ich mein kann haben wo wann wer bitte hallo ja danke mit für nicht ein eine auf wir von den',
    fr: 'le la les est sont vous que quoi comment et à il je mon peux avoir où quand qui bonjour oui merci avec pour pas un une des nous du quelle quelles',
    es: 'el la los es son usted que qué cómo y a en yo mi puedo tener dónde cuándo quién hola sí gracias con para no un una de por está cuál',
    it: 'il lo la gli è sono che cosa come e a io mio posso avere dove quando chi ciao buongiorno sì grazie con per non un una di del si siete',
    pt: 'o a os as é são você que como e em eu meu posso ter onde quando quem olá sim obrigado com para não um uma de do da está qual',
    nl: 'de het een is zijn u je wat hoe en in ik mijn kan hebben waar wanneer wie hallo ja dank met voor niet van dat wij op',
    sv: 'det är en ett du ni vad hur och i jag min kan har var när vem hej ja tack med för inte av att vi på',
    da: 'det er en et du i hvad hvordan og jeg min kan har hvor hvornår hvem hej ja tak med for ikke af at vi på',
    nb: 'det er en et du dere hva hvordan og jeg min kan har hvor når hvem hei ja takk med for ikke av å vi på',
    fi: 'on ovat sinä te mikä mitä miten ja minä voi voinko missä milloin kuka hei kyllä kiitos kanssa ei se että me',
    pl: 'jest są ty co jak i w to ja mój mogę mieć gdzie kiedy kto cześć dzień dobry tak dziękuję z dla nie na się czy',
    cs: 'je jsou vy co jak a v to já můj mohu mít kde kdy kdo dobrý den ano děkuji s pro ne na se',
    sk: 'je sú vy čo ako a v to ja môj môžem mať kde kedy kto dobrý deň áno ďakujem s pre nie na sa',
    hu: 'a az van ön mi hogyan és ez én tudok hol mikor ki szia jó napot igen köszönöm nem egy',
    ro: 'este sunt dumneavoastră ce cum și în eu meu pot avea unde când cine bună da mulțumesc cu pentru nu un o de la',
    tr: 'bir ve bu ne nasıl mı mi ben siz var nerede zaman kim merhaba evet teşekkür için değil ile',
    hr: 'je su vi što kako i u to ja moj mogu imati gdje kada tko dobar dan da hvala s za ne na se',
    sl: 'je so vi kaj kako in v to jaz moj lahko imeti kje kdaj kdo dober dan ja hvala z za ne na se',
    id: 'yang adalah anda apa bagaimana dan di ini itu saya bisa punya mana kapan siapa halo ya terima kasih dengan untuk tidak',
    vi: 'là bạn gì thế nào và ở tôi có thể đâu khi ai xin chào vâng cảm ơn với cho không của',
    ru: 'это вы что как и в я мой могу где когда кто здравствуйте привет да спасибо с для не на по',
    uk: 'це ви що як і в я мій можу де коли хто вітаю привіт так дякую з для не на',
    bg: 'това е вие какво как и в аз мой мога къде кога кой здравейте да благодаря с за не на се',
    ar: 'هو هي ما ماذا كيف و في أنا هل أين متى من مرحبا نعم شكرا مع لا على إلى',
    fa: 'است شما چه چطور و در این من آیا کجا کی سلام بله ممنون با برای نه را',
    ur: 'ہے ہیں آپ کیا کیسے اور میں یہ کہاں کب کون سلام جی شکریہ کے نہیں کا کی',
  }).map(([language, words]) => [language, new Set(words.split(' '))]),
);

/** `en` of `en-GB`; Norwegian's forms are one. */
export function primary(tag: string): string {
  const language = tag.toLowerCase().split('-')[0]!;
  return language === 'no' || language === 'nn' ? 'nb' : language;
}

/** The one of `among` (BCP 47 tags) that the text is most likely in; null where it does not tell. */
export function detectLanguage(text: string, among: readonly string[]): string | null {
  const set = [...new Map(among.map((tag) => [primary(tag), tag] as const).reverse())].reverse();
  const [first] = set;
  if (!first) return null;
  if (set.length === 1) return first[1];
  const lower = text.toLowerCase().normalize('NFC');
  const letters = lower.match(/\p{L}/gu)?.length ?? 0;
  if (letters === 0) return null;
  let candidates = set;
  for (const [pattern, written] of SCRIPTS) {
    // Names in another writing do not make a text one of that language.
    if ((lower.match(pattern)?.length ?? 0) < letters * (written[0] === 'ja' ? 0.15 : 0.4)) continue;
    // In the writing's own order: Han without kana is Chinese where Chinese is one of the set.
    candidates = written.flatMap((language) => set.filter((entry) => entry[0] === language));
    if (candidates.length === 0) return null;
    if (!candidates.some(([language]) => WORDS[language])) return candidates[0]![1];
    break;
  }
  if (candidates === set) candidates = set.filter(([language]) => !NOT_LATIN.has(language));
  if (candidates.length === 1) return candidates[0]![1];
  const words = lower.match(/\p{L}+/gu) ?? [];
  const scores = candidates
    .map(([language, tag]) => {
      const known = WORDS[language];
      return {
        tag,
        score:
          words.filter((word) => known?.has(word)).length +
          2 * (LETTERS[language] ? (lower.match(LETTERS[language])?.length ?? 0) : 0),
      };
    })
    .sort((one, other) => other.score - one.score);
  const [best, next] = scores;
  return best && best.score > 0 && best.score > (next?.score ?? 0) ? best.tag : null;
}

const names = new Intl.DisplayNames(['en'], { type: 'language' });
/** The one of `among` that a recogniser means: it says `de`, `de-DE` or `german`. */
export function spokenLanguage(reported: string, among: readonly string[]): string | null {
  const word = reported.trim().toLowerCase();
  return (
    among.find((tag) => primary(tag) === primary(word) || names.of(primary(tag))?.toLowerCase() === word) ??
    null
  );
}
