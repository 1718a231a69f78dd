/** How a PAL's voice pronounces words (`layers.tts.pronunciations`). */
import * as z from 'zod/mini';

const text = (max: number) =>
  z.string('must be a string').check(z.maxLength(max, `must be at most ${max} characters`));

/** Matches CMU phones as the embedded voice uses them; a digit after a vowel is its stress. */
const PHONE =
  '(?:(?:a[aehoxwy]|e[hry]|i[hxy]|o[wy]|u[hw])[012]?|b|ch|d|dh|f|g|hh|jh|k|l|m|n|ng|p|r|s|sh|t|th|v|w|y|z|zh)';
const SPOKEN_FORM = new RegExp(
  `^(?:/ ?${PHONE}(?: +${PHONE})* ?/|[^/<>\\p{Cc}]*[\\p{L}\\p{N}][^/<>\\p{Cc}]*)$`,
  'iu',
);
const WORD = /^(?=.*[\p{L}\p{N}])[^<>\p{Cc}\p{Co}]+$/u;
export const MAX_PRONUNCIATIONS = 200;
export const MAX_PRONUNCIATION_LENGTH = 60;
const pronunciation = z.strictObject(
  {
    word: text(MAX_PRONUNCIATION_LENGTH).check(
      z.regex(WORD, 'must be a word: letters or digits, on one line'),
    ),
    say: text(MAX_PRONUNCIATION_LENGTH).check(
      z.regex(
        SPOKEN_FORM,
        "must be a respelling (letters or digits, without slashes), or phones of CMU's set in slashes, " +
          'such as /n uh1 r/',
      ),
    ),
  },
  'must be an object with word and say, and nothing else',
);
export const Pronunciations = z.array(pronunciation, 'must be a list').check(
  z.maxLength(MAX_PRONUNCIATIONS, `must hold at most ${MAX_PRONUNCIATIONS} entries`),
  z.refine(
    (list) =>
      new Set(list.map(({ word }) => word.normalize('NFC').trim().toLocaleLowerCase('en'))).size ===
      list.length,
    'must name each word once',
  ),
);
