/** Sounds and words by which a listener says "go on": they take no turn while the agent speaks. Pure. */

/**
 * In the languages that they are common in; a cough comes out of a recogniser as one of these, or as nothing.
 */
const GO_ON = new Set(
  `mhm mm mmm mmhm hm hmm hmmm uh uhm um huh uh-huh uhhuh mm-hmm mmhmm ah aha ahh oh ooh eh er erm right yeah yep yes yup ok okay okey sure i see got it cool nice great wow really alright
ja genau stimmt aha ach klar gut verstehe richtig hm-hm oui ouais d'accord ah bon voilà si sí claro vale ya ajá certo va bene capito sim pois tá entendi ja hoor precies oké jep jo joo jaha just niin aivan
tak jasne dobra ano jasně dobře igen persze aham da bine așa bine да ага угу так ясно понятно хорошо добре evet tamam hıhı peki ναι εντάξει نعم تمام حسنا بله باشه כן אוקיי हाँ ठीक अच्छा はい うん ええ そう なるほど 네 예 응 그래요 是 对 嗯 好 對`.split(
    /\s+/,
  ),
);
/** Short as they are, these are meant to stop it. */
const STOP =
  /(?:^|[^\p{L}])(?:stop|wait|hold on|no|halt|hang on|excuse me|sorry|but|question|pause|quiet|enough|nein|warte|moment|stopp|arrête|attendez?|attends|non|para|espera|espere|fermati|aspetta|não|wacht|nee|vänta|nej|стой|подожди|нет|стоп|dur|hayır|待って|ストップ|멈춰|잠깐|停|等等|不)(?:$|[^\p{L}])/iu;

/** Milliseconds of voice below which a single word is taken for a noise. */
export const SHORT_MS = 600;

/** Whether words (lower or upper case) said over the agent for `milliseconds` leave it the turn. */
export function isBackChannel(text: string, milliseconds: number): boolean {
  const words =
    text
      .toLowerCase()
      .normalize('NFC')
      .match(/[\p{L}\p{M}'-]+/gu) ?? [];
  if (words.length === 0) return true;
  if (words.length <= 4 && words.every((word) => GO_ON.has(word))) return true;
  return milliseconds < SHORT_MS && words.length === 1 && !STOP.test(text);
}
