import assert from 'node:assert/strict';
import { test } from 'node:test';
import { screen as english } from '@palkit/contract/locales/en';
import { LOCALES } from '@palkit/contract/locales/all';
import type { PluralForms, ScreenWords } from '@palkit/contract/locales/locale';
import { Language } from '../../src/elements/text/words.ts';
import { chooseLanguage, direction } from '../../src/elements/text/choose.ts';
import { facadeWords, LANGUAGES } from '../../src/elements/text/facade.ts';
import { loadLanguage } from '../../src/elements/text/languages.ts';

const files = LANGUAGES.filter((language) => language !== 'en');
const placeholders = (sentence: string) =>
  [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
const keys = Object.keys(english) as (keyof ScreenWords)[];

test('there are at least thirty languages, four of them right-to-left; each has its facade and its file', () => {
  assert.ok(LANGUAGES.length >= 30);
  assert.deepEqual(LANGUAGES, Object.keys(LOCALES));
  assert.deepEqual(LANGUAGES.filter((language) => direction(language) === 'rtl').toSorted(), [
    'ar',
    'fa',
    'he',
    'ur',
  ]);
  for (const language of LANGUAGES)
    for (const screenText of Object.values(facadeWords(language)))
      assert.ok(screenText && screenText === screenText.trim(), language);
});

for (const language of files) {
  test(`${language}: no key, no placeholder and no plural form is missing`, () => {
    const screenTexts = LOCALES[language]!.screen;
    assert.deepEqual(Object.keys(screenTexts), keys);
    for (const key of keys) {
      const [translation, englishText] = [screenTexts[key], english[key]];
      if (typeof englishText === 'string') {
        assert.equal(typeof translation, 'string', key);
        assert.deepEqual(placeholders(translation as string), placeholders(englishText), key);
        assert.ok((translation as string).trim() === translation && translation !== '', key);
        // A sentence must be translated, while a single word may equal the English one.
        if (englishText.length > 24) assert.notEqual(translation, englishText, key);
        continue;
      }
      const rules = new Intl.PluralRules(language);
      const needed = new Set(Array.from({ length: 201 }, (_, count) => rules.select(count)).concat('other'));
      for (const form of needed)
        assert.deepEqual(placeholders((translation as PluralForms)[form] ?? ''), ['count'], `${key} ${form}`);
    }
  });

  test(`${language}: is loaded once, has its own plural rules, and the facade's words`, async () => {
    const loadedLanguage = await loadLanguage({ language, tag: language });
    assert.equal(loadedLanguage.tag, language);
    assert.equal(loadedLanguage.words.begin, facadeWords(language).begin);
    for (const count of [0, 1, 2, 5, 11, 21, 100])
      assert.match(
        loadedLanguage.count('matches', count),
        new RegExp(new Intl.NumberFormat(language).format(count)),
      );
    assert.ok(loadLanguage({ language, tag: language }) instanceof Language);
  });
}

test('punctuation marks follow the language', () => {
  const sentences = (language: string) => {
    const screenTexts = LOCALES[language]!.screen;
    return [
      ...Object.values(screenTexts).flatMap((word) =>
        typeof word === 'string' ? [word] : Object.values<string>(word),
      ),
      ...Object.values(facadeWords(language)),
    ];
  };
  const faults: Record<string, RegExp> = {
    // French has a narrow no-break space before high punctuation marks and inside quotation marks.
    fr: /[^\u202f][?!:;»]|«[^\u202f]/,
    es: /^[^¿]*\?|^[^¡]*!/,
    ar: /[?,;]/,
    fa: /[?,;]/,
    ur: /[?,;]/,
    ja: /[?!,;:]|[^\w]\./,
    zh: /[?!,;:]|[^\w]\./,
    'zh-Hant': /[?!,;:]|[^\w]\./,
    el: /\?/,
    hi: /[^\w]\./,
  };
  for (const language of files) {
    for (const sentence of sentences(language)) {
      const filledSentence = sentence.replaceAll(/\{\w+\}/g, 'x');
      assert.doesNotMatch(
        filledSentence,
        /[\u200e\u200f\u202a-\u202e\u2066-\u2069]|\.\.\.| {2}|["']/,
        `${language}: ${sentence}`,
      );
      assert.doesNotMatch(filledSentence, faults[language] ?? /$^/, `${language}: ${sentence}`);
    }
  }
});

test("English is available at once, in the visitor's variant", () => {
  const languageLoad = loadLanguage({ language: 'en', tag: 'en-GB' });
  assert.ok(languageLoad instanceof Language);
  assert.deepEqual(
    [languageLoad.tag, languageLoad.count('passwordWait', 1), languageLoad.count('matches', 1234)],
    ['en-GB', 'Too many tries. Wait 1 second, then try again.', '1,234 matches'],
  );
});

test("the owner's language precedes the PAL's, the page's and the browser's", () => {
  const rows: [Parameters<typeof chooseLanguage>[0], string, string?][] = [
    [{}, 'en'],
    [{ browser: ['de-AT', 'en'] }, 'de', 'de-AT'],
    [{ browser: ['eo', 'fr'] }, 'fr'],
    [{ page: 'es', browser: ['de'] }, 'es'],
    [{ page: '', browser: ['de'] }, 'de'],
    [{ languages: ['ja'], page: 'es', browser: ['de'] }, 'ja'],
    [{ languages: ['en', 'de'], page: 'es', browser: ['de'] }, 'de'],
    [{ languages: ['en', 'de', 'es'], page: 'es', browser: ['de'] }, 'es'],
    [{ languages: ['eo'], page: 'es' }, 'es'],
    [{ locale: 'he', languages: ['en'], page: 'es' }, 'he'],
    [{ locale: 'eo', languages: ['pt-BR'] }, 'pt', 'pt-BR'],
    [{ page: 'zh-TW' }, 'zh-Hant', 'zh-TW'],
    [{ page: 'zh-HK' }, 'zh-Hant', 'zh-HK'],
    [{ page: 'zh-CN' }, 'zh', 'zh-CN'],
    [{ page: 'zh' }, 'zh'],
    [{ page: 'no' }, 'nb', 'no'],
    [{ page: 'nn-NO' }, 'nb', 'nn-NO'],
    [{ page: 'iw' }, 'he', 'he'],
    [{ page: 'en_US' }, 'en', 'en-US'],
    [{ page: 'DE' }, 'de', 'de'],
    [{ page: 'not a tag!' }, 'en'],
    [{ page: 'sr-Latn-RS', browser: ['constructor'] }, 'en'],
  ];
  for (const [wishes, language, tag = language] of rows)
    assert.deepEqual(chooseLanguage(wishes, LANGUAGES), { language, tag }, JSON.stringify(wishes));
});
