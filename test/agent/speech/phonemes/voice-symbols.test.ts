import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sentencePhones } from '../../../../src/agent/speech/phonemes/sentence-phones.ts';
import { loadStressedDictionary } from '../../../../src/agent/speech/phonemes/stressed-dictionary.ts';
import { SYMBOLS, voiceSounds } from '../../../../src/agent/speech/phonemes/voice-symbols.ts';
import type { Pronunciation } from '../../../../src/agent/speech/reading/respelling.ts';

const dictionary = loadStressedDictionary();
const symbols = (text: string, pronunciations: readonly Pronunciation[] = []): string =>
  voiceSounds(sentencePhones(text, dictionary, pronunciations))
    .map((entry) => entry.symbols)
    .join('');

const readings: ReadonlyArray<readonly [what: string, text: string, symbols: string]> = [
  ['stress directly before its vowel', 'Hello, I am Mira.', 'həlˈoʊ, aɪ æm mˈɪɹə.'],
  ['unstressed forms, and `the` before a vowel', 'the end of the day to us', 'ðɪ ˈɛnd ʌv ðə dˈeɪ tʊ ʌs.'],
  ['a flap between a vowel or r and an unstressed vowel', 'a party in the city', 'ɐ pˈɑːɹɾi ɪn ðə sˈɪɾi.'],
  ['no flap before a syllable of n', 'the button', 'ðə bˈʌtən.'],
  ['the vowel of endings', 'wanted roses', 'wˈɔːntᵻd ɹˈoʊzᵻz.'],
  ['a preposition in full at the end of a clause', 'What is it for?', 'wˌʌt ɪz ɪt fˈɔːɹ?'],
  ['numbers, times and letters in words', '3 at 10:30am', 'θɹˈiː æt tˈɛn θˈɜːɾi ˈeɪ ˈɛm.'],
  ['capitals as letters', 'the PDF', 'ðə pˈiː dˈiː ˈɛf.'],
  ['a compound that no dictionary has', 'Northlight', 'nˈɔːɹθlˌaɪt.'],
  ['an ending on a known word', "the widgets' glitching", 'ðə wˈɪdʒɪts ɡlˈɪtʃɪŋ.'],
  ['an invented word by its spelling', 'Zorbel', 'zˈɔːɹbɛl.'],
  ['a verb after `to` and a noun elsewhere', 'to record a record', 'tə ɹɪkˈɔːɹd ɐ ɹˈɛkɚd.'],
  ['a name with an accent', 'José', 'hˌoʊzˈeɪ.'],
  ['marks in a row as one', 'Wait...!! Now', 'wˈeɪt. nˈaʊ.'],
  ['no word at all', ' 🙂 — ... ', ''],
];
for (const [title, text, expected] of readings) {
  test(`reads ${title}`, () => assert.equal(symbols(text), expected));
}

test('the main stress of each fully spoken word is marked, and none of the function words', () => {
  const sounds = voiceSounds(sentencePhones('We are open on Saturday from ten to four.', dictionary));
  const stressedSounds = sounds.filter((sound) => sound.stressed).map(({ phone }) => phone);
  // The stressed vowels of "open", "Saturday", "ten" and "four".
  assert.deepEqual(stressedSounds, ['ow', 'ae', 'eh', 'ao']);
});

test("uses a PAL's pronunciations, as phones or as other words", () => {
  const ownSymbols = [
    { word: 'Nguyen', say: '/w ih1 n/' },
    { word: 'Siobhan', say: 'shi vawn' },
    { word: 'GIF', say: '/jh ih f/' },
  ];
  assert.equal(symbols('Nguyen, Siobhan, GIF.', ownSymbols), 'wˈɪn, ʃˈiː vˈɔːn, dʒˈɪf.');
});

test('any text gives symbols of the table only, and every word is audible', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const sounds = voiceSounds(sentencePhones(text, dictionary));
      for (const sound of sounds) for (const sign of sound.symbols) assert.ok(SYMBOLS.has(sign), sign);
      assert.ok(sounds.every((sound) => sound.symbols !== '' && /^[a-z]{1,3}$/.test(sound.phone)));
      if (/[a-z0-9]/i.test(text)) assert.ok(sounds.length > 1, text);
    }),
    { numRuns: 400 },
  );
});

test('any words of letters are read completely', () => {
  const word = fc.stringMatching(/^[a-z]{1,40}$/);
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
      const tokens = sentencePhones(words.join(' '), dictionary);
      assert.equal(tokens.filter((token) => 'phones' in token).length, words.length);
    }),
  );
});

test("an invalid phone of a PAL's pronunciation is left out", () => {
  assert.equal(symbols('Acme', [{ word: 'acme', say: '/ae1 qq7 k m iy0/' }]), 'ˈækmi.');
});
