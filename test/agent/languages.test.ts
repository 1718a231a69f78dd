import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LANGUAGES } from '../../src/elements/text/facade.ts';
import { agentSentences } from '../../src/agent/replies/agent-sentences.ts';
import { DocumentResponder } from '../../src/agent/replies/document-responder.ts';
import { Knowledge } from '../../src/agent/knowledge/knowledge.ts';
import { detectLanguage, spokenLanguage } from '../../src/agent/language/language-detection.ts';
import { LOCALES } from '../../src/agent/language/locales.ts';

test("the agent's own phrases exist in every language of the elements, with its name and topics", () => {
  assert.ok(LANGUAGES.length > 30);
  assert.deepEqual(Object.keys(LOCALES), LANGUAGES);
  const englishSentences = agentSentences('en', { name: 'Mira', topics: ['prices', '$&'] });
  assert.equal(englishSentences.canTell, 'I can tell you about prices, $&.');
  const lists = ['en', 'ar', 'ja', 'zh-TW'].map(
    (tag) => /prices(.+)hours/.exec(agentSentences(tag, { topics: ['prices', 'hours'] }).canTell)?.[1],
  );
  assert.deepEqual(lists, [', ', '، ', '、', '、'], "the commas are the language's");
  for (const language of LANGUAGES) {
    const sentences = agentSentences(language, { name: 'Mira {topics}', topics: ['prices', 'hours'] });
    assert.deepEqual(Object.keys(sentences), Object.keys(englishSentences));
    assert.ok(sentences.greeting.includes('Mira {topics}'), 'a name is no pattern');
    assert.ok(
      sentences.whoIAm.includes('Mira {topics}') && /prices(, |، |、)hours/.test(sentences.canTell),
      language,
    );
    for (const [word, sentence] of Object.entries(sentences)) {
      assert.ok(
        sentence.trim().length > 2 && !sentence.replace('Mira {topics}', '').includes('{'),
        `${language}.${word}`,
      );
      if (language !== 'en')
        assert.notEqual(
          sentence,
          englishSentences[word as keyof typeof englishSentences],
          `${language}.${word}`,
        );
    }
  }
});

test('answers from documents and refusals of forbidden topics use the spoken language', async () => {
  let language = 'de-AT';
  const text = 'Preise. Eine Karte kostet neun Euro.';
  const responder = new DocumentResponder(
    'Mira',
    new Knowledge([{ document_id: 'd1', name: 'Preise', content: text }], null),
    { language: () => language },
  );
  const answer = async (question: string) => {
    let text = '';
    for await (const chunk of responder.think(question, {
      history: [],
      canvas: null,
      signal: new AbortController().signal,
    }))
      if ('text' in chunk) text += chunk.text;
    return text;
  };
  assert.match(await answer('Gibt es Zebras?'), /^Das habe ich in meinen Dokumenten nicht gefunden\./);
  assert.match(await answer('Who are you?'), /^Ich bin Mira, eine KI\./);
  language = 'fr';
  assert.equal(await answer('Hello'), 'Bonjour ! Que souhaitez-vous savoir ?');
  assert.equal(await answer('Pardon?'), "Je n'ai encore rien dit.");
});

test('a tag finds its language by region, script or older tag; the default is English', () => {
  const greetingIn = (tag: string | undefined) => agentSentences(tag, { name: 'M' }).greeting;
  assert.equal(greetingIn('de-AT'), greetingIn('de'));
  assert.equal(greetingIn('no'), greetingIn('nb'));
  assert.equal(greetingIn('zh-TW'), greetingIn('zh-Hant'));
  assert.notEqual(greetingIn('zh-CN'), greetingIn('zh-Hant'));
  for (const tag of [undefined, 'sw', 'constructor']) assert.equal(greetingIn(tag), greetingIn('en'));
  assert.ok(
    greetingIn('en').includes('M.') && agentSentences('en', { name: '$&' }).greeting.includes('$&'),
    'a name is no pattern',
  );
});

describe('the language of a text, among a few', () => {
  const cases: [string, string[], string | null][] = [
    ['Wann haben Sie geöffnet?', ['en', 'de'], 'de'],
    ['When do you open?', ['en', 'de'], 'en'],
    ['Quand est-ce que vous ouvrez ?', ['en', 'fr', 'de'], 'fr'],
    ['¿Cuándo abren?', ['en', 'es', 'pt'], 'es'],
    ['Onde está o museu?', ['es', 'pt', 'en'], 'pt'],
    ['何時に開きますか。', ['en', 'ja', 'zh'], 'ja'],
    ['你们几点开门？', ['en', 'ja', 'zh-CN'], 'zh-CN'],
    ['몇 시에 열어요?', ['en', 'ko'], 'ko'],
    ['Когда вы открываетесь и как это?', ['ru', 'en'], 'ru'],
    ['Що це і де ви?', ['ru', 'uk'], 'uk'],
    ['متى تفتحون المتحف؟', ['ar', 'en'], 'ar'],
    ['מתי פותחים?', ['he', 'ar'], 'he'],
    ['Was kostet der Eintritt?', ['de-CH', 'fr-CH'], 'de-CH'],
    ['Palkit 42', ['en', 'de'], null],
    ['…', ['en', 'de'], null],
    ['anything', ['fr'], 'fr'],
    ['anything', [], null],
    ['Когда?', ['en', 'de'], null],
    ['Ich liebe 東京', ['de', 'en'], 'de'],
  ];
  for (const [text, candidates, language] of cases)
    test(`${text} among ${candidates.join(', ')}`, () =>
      assert.equal(detectLanguage(text, candidates), language));
});

test('names of languages that recognisers use', () => {
  assert.equal(spokenLanguage('german', ['en', 'de-AT']), 'de-AT');
  assert.equal(spokenLanguage('EN', ['en-GB']), 'en-GB');
  assert.equal(spokenLanguage('welsh', ['en']), null);
});
