/**
 * Every function that processes external text on the event loop must be fast for the largest accepted input: the
 * time of a regular expression may grow only linearly with the text.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAX_SEARCH } from '../../src/contract/conversation-filters.ts';
import { SECRET_NAME } from '../../src/contract/layers.ts';
import { phonesOfIpa, unknownSound } from '../../src/contract/ipa.ts';
import { patchPal } from '../../src/contract/pals.ts';
import { RULES_PER_DICTIONARY } from '../../src/contract/pronunciation-dictionaries.ts';
import { httpsHost, isPublicHost } from '../../src/contract/public-host.ts';
import { PalFacts } from '../../src/contract/pal-facts.ts';
import { MAX_TEXT } from '../../src/contract/room-events.ts';
import { MAX_SCRIPT_CHARACTERS } from '../../src/contract/speech.ts';
import { MAX_VARIABLE_LENGTH } from '../../src/contract/variables.ts';
import { FactAnswers } from '../../src/agent/facts/fact-answers.ts';
import { completeQuestion, isBare } from '../../src/agent/knowledge/follow-up.ts';
import { MAX_QUESTION } from '../../src/agent/knowledge/knowledge.ts';
import { ageRange } from '../../src/agent/knowledge/age-ranges.ts';
import { amountOf } from '../../src/agent/knowledge/amounts.ts';
import { datesIn } from '../../src/agent/knowledge/calendar-dates.ts';
import { askedDay, decisionOf } from '../../src/agent/knowledge/opening-days.ts';
import { callMemory, rememberedPeople } from '../../src/agent/knowledge/call-memory.ts';
import { modelOutcome } from '../../src/agent/replies/model-outcome.ts';
import { pickedName } from '../../src/agent/replies/open-question.ts';
import { peopleIn } from '../../src/agent/knowledge/people.ts';
import { personClass } from '../../src/agent/knowledge/person-class.ts';
import { asksDifference } from '../../src/agent/knowledge/price-differences.ts';
import { relativeDays, seasonMonths } from '../../src/agent/knowledge/relative-days.ts';
import { quantityFits } from '../../src/agent/knowledge/table-words.ts';
import { blocksOf, MAX_SENTENCE_LENGTH } from '../../src/agent/knowledge/passages.ts';
import {
  holdsKind,
  months,
  QUESTION_KINDS,
  questionKind,
  weekDays,
} from '../../src/agent/knowledge/question-kind.ts';
import { smallTalk } from '../../src/agent/knowledge/small-talk.ts';
import { bareQuestion, contentWords } from '../../src/agent/knowledge/words.ts';
import { audibleWords } from '../../src/agent/replies/cut-sentence.ts';
import { MAX_ANSWER_LENGTH } from '../../src/agent/replies/model-responder.ts';
import { slidesOf } from '../../src/agent/replies/presentation.ts';
import { splitHistory } from '../../src/agent/replies/remembering.ts';
import { fenceText, withoutInstructions } from '../../src/agent/replies/untrusted-text.ts';
import { isBackChannel } from '../../src/agent/turns/back-channels.ts';
import { isHallucination } from '../../src/agent/turns/hallucinations.ts';
import { turnEnd } from '../../src/agent/turns/turn-end.ts';
import { searchQuery, wordsOf } from '../../src/contract/search-words.ts';
import { findConsent, MAX_CHARACTERS as MAX_FILM_WORDS } from '../../src/face-training/consent-sentence.ts';
import { cookieOf } from '../../src/service/console/cookie.ts';
import { fillPlain, filledPrompt } from '../../src/service/conversations/placeholders.ts';
import { filledTemplate as fillTemplate } from '../../src/agent/tools/tool-templates.ts';
import { HeadingTrail } from '../../src/extraction/heading-trail.ts';
import { readRobots } from '../../src/extraction/crawl/robots.ts';
import { MAX_ADDRESS_LENGTH, mayBePage, normaliseAddress } from '../../src/extraction/addresses.ts';
import { splitText } from '../../src/extraction/chunks.ts';
import { effectivePart } from '../../src/service/http/fields-without-effect.ts';
import { checkSite } from '../../src/service/gates/site-check.ts';
import { acceptedLanguage } from '../../src/service/http/not-found-page.ts';
import { isTooLong } from '../../src/agent/language/context-length.ts';
import { detectLanguage } from '../../src/agent/language/language-detection.ts';
import { MAX_ANSWER } from '../../src/agent/language/model-answer.ts';
import { ReasoningFilter } from '../../src/agent/language/reasoning.ts';
import { callsIn, type OfferedTools } from '../../src/agent/language/text-calls.ts';
import { nextStep } from '../../src/agent/language/refusals.ts';
import { sentences, sentencesOf } from '../../src/agent/language/sentences.ts';
import { textsOfSentence, textsOfTable } from '../../src/agent/language/written-text.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { storableText } from '../../src/runtime/storable-text.ts';
import { announce, readOffer, withoutCandidates } from '../../src/rooms/embedded/offer.ts';
import { MAX_CHARACTERS, sentencePhones } from '../../src/agent/speech/phonemes/sentence-phones.ts';
import { voiceSounds } from '../../src/agent/speech/phonemes/voice-symbols.ts';
import { guessPronunciation } from '../../src/agent/speech/reading/pronunciation.ts';
import { respell } from '../../src/agent/speech/reading/respelling.ts';
import { toPronounceable, spokenPieces } from '../../src/agent/speech/reading/spoken-pieces.ts';
import { spokenText } from '../../src/agent/speech/reading/spoken-text.ts';
import { spokenWords } from '../../src/agent/speech/reading/spoken-words.ts';
import { isEcho, readTranscription } from '../../src/agent/speech/transcription.ts';
import { pathologicalTexts } from './pathological-texts.ts';

/**
 * Milliseconds of CPU time on an idle machine for the best of `TRIES`. The first tries also include the time of V8's
 * compiler and garbage collector.
 */
const BOUND = 50;
const TRIES = 10;

/** Maximum UTF-16 units of a visitor's message, a tool's answer, a server's error response and a robots.txt. */
const MESSAGE = 64 * 1024;
/** Maximum size of all headers of a request, which Node enforces. */
const HEADER = 16 * 1024;
const TOOL_ANSWER = 1024 * 1024;
const REFUSAL = 4000;
const ROBOTS = 512 * 1024;
/** Maximum length in characters of a tool call that a model writes as text. */
const CALL = 20_000;
/** Maximum length in characters of a section of a document and of a spoken sentence. */
const PIECE = 1000;
/** Maximum total length in characters of the passages that one SQL statement stores. */
const PASSAGES = 200 * PIECE;

const PRONUNCIATIONS = ['a b', 'Wi-Fi', '1', '- -', '|', 'é'].map((word) => ({ word, say: 'word' }));
const DICTIONARY = Array.from({ length: RULES_PER_DICTIONARY }, (_, number) => ({
  word: `word ${'ab'.repeat(20)} ${number}`,
  say: 'x',
}));
const OFFER = 'v=0\r\na=ice-ufrag:x\r\na=fingerprint:x\r\nm=application 9\r\n';
const SITE = 'https://a.example/';
const rules = (text: string) => readRobots(`${SITE}robots.txt`, `User-agent: *\n${text}`);
const wildcards = rules(Array.from({ length: 2000 }, () => `Disallow: /${'*a'.repeat(95)}b`).join('\n'));

async function inOnePiece(text: string): Promise<void> {
  const pieces = (async function* () {
    yield text;
  })();
  for await (const sentence of sentencesOf(pieces)) void sentence;
}

const TOOLS = new Map([['look', { properties: { a: { type: 'string' } } }]]);

function sift(text: string, tools: OfferedTools | null = null): void {
  const sieve = new ReasoningFilter(false, tools);
  sieve.push(text);
  sieve.end();
}

function siteCheck(html: string, header: string | null = null): void {
  const settings = { deployment: 'd1', allowedOrigins: [], service: new URL('https://palkit.example/') };
  checkSite({ url: new URL(SITE), html, headers: { get: () => header } }, settings);
}

/** The largest facts that a PAL can have. */
const facts = new FactAnswers(
  PalFacts.parse({
    opening_hours: {
      regular: [{ days: ['monday'], opens: '09:00', closes: '18:00' }],
      holidays: Array.from({ length: 100 }, (_, day) => ({ name: `Day of rest ${day}`, from: '2099-12-25' })),
    },
    telephone: '1',
    prices: Array.from({ length: 100 }, (_, number) => ({ name: `Day ticket ${number}`, price: '€1' })),
  }),
  { clock: systemClock },
);

type Row = readonly [name: string, run: (text: string) => unknown, largest: number];

/** The tested functions; `largest` is the maximum number of UTF-16 units that a function accepts. */
const FUNCTIONS: readonly Row[] = [
  // Texts from visitors: their lines, typed or spoken, their browsers and their pages.
  ['small talk', smallTalk, MAX_TEXT],
  ['a page that shows a deployment', siteCheck, 1024 * 1024],
  ['headers of such a page', (text) => siteCheck('', text), HEADER],
  ['kind of question', questionKind, MAX_TEXT],
  ['week days', weekDays, MAX_QUESTION],
  ['relative days', (text) => relativeDays(text, '2026-05-01'), MAX_QUESTION],
  ['months', months, MAX_QUESTION],
  ['months of a season', seasonMonths, MAX_QUESTION],
  ['people of a question', peopleIn, MAX_QUESTION],
  ['what a call remembers', (text) => rememberedPeople(text, callMemory([text])), MAX_TEXT],
  ['a picked name', (text) => pickedName(text, ['Summer hours', 'Winter hours']), MAX_TEXT],
  ['a line without a subject', isBare, MAX_QUESTION],
  [
    'the outcome of a model’s turn',
    (text) => modelOutcome('?', text, [], { hasDocuments: true, texts: [text] }),
    MAX_ANSWER,
  ],
  ['the day of a question', (text) => askedDay(text, '2026-05-01'), MAX_QUESTION],
  ['dates of a sentence', datesIn, MAX_SENTENCE_LENGTH],
  ['whether it is open', (text) => decisionOf(`are you open ${text}`, text, text), MAX_QUESTION],
  ['a question for a difference', asksDifference, MAX_QUESTION],
  ['ages of a cell', (text) => ageRange(text, true), MAX_SENTENCE_LENGTH],
  ['whom a cell is for', personClass, MAX_SENTENCE_LENGTH],
  ['a price', amountOf, MAX_SENTENCE_LENGTH],
  ['the number of a unit', (text) => quantityFits('3 days', text), MAX_QUESTION],
  ['question without politeness', bareQuestion, MAX_TEXT],
  ['follow-up', (text) => completeQuestion(text, { question: text, answer: text }), MAX_TEXT],
  ['words that carry meaning', contentWords, MAX_TEXT],
  ['question for a fact', (text) => facts.answer(text, 'en', [text]), MAX_TEXT],
  ['question for a fact in Japanese', (text) => facts.answer(text, 'ja', [text]), MAX_TEXT],
  ['end of a turn', turnEnd, MAX_TEXT],
  ['back channel', (text) => isBackChannel(text, 100), MAX_TEXT],
  ['hallucinated words', (text) => isHallucination(text, 100, true), MAX_TEXT],
  ['language', (text) => detectLanguage(text, ['en', 'de', 'fr', 'ja', 'zh']), MAX_TEXT],
  ['lines of a long talk', (text) => splitHistory(Array(40).fill({ role: 'user', content: text })), MAX_TEXT],
  ['sentence of consent', (text) => findConsent(text, '472916'), MAX_FILM_WORDS],
  ['storable text', storableText, MESSAGE],
  ['offer', (text) => readOffer(OFFER + text), MESSAGE],
  ['addresses in an offer', withoutCandidates, MESSAGE],
  ['answer to an offer', (text) => announce(text, '192.0.2.1', 9), MESSAGE],
  ['accepted languages', acceptedLanguage, HEADER],
  ['cookies', (text) => cookieOf(() => text, SITE), HEADER],
  // Texts from pages, documents and tools.
  ['variable in a prompt', (text) => filledPrompt('{{name}}', { name: text }), MAX_VARIABLE_LENGTH],
  ['prompt with placeholders', (text) => fillPlain(text, {}), MESSAGE],
  ['answer of a tool', (text) => withoutInstructions(text), TOOL_ANSWER],
  ['name between marks', (text) => fenceText('note', text, text, MAX_QUESTION), MESSAGE],
  ['Markdown of a page', (text) => blocksOf(text), MAX_TEXT],
  ['slides', (text) => slidesOf([{ name: 'x', content: text }]), MESSAGE],
  [
    'pages as slides',
    (text) => slidesOf([{ name: 'x', content: '', pages: [{ content: text, picture: null }] }]),
    MESSAGE,
  ],
  ['pieces of a document', (text) => splitText(text), MESSAGE],
  ['headings of passages', (text) => new HeadingTrail().headingsAfter(text), PASSAGES],
  ...QUESTION_KINDS.map((kind): Row => [
    `sentence with the kind ${kind}`,
    (text) => holdsKind(kind, text),
    MAX_SENTENCE_LENGTH,
  ]),
  // Addresses and texts of websites.
  ['address', (text) => normaliseAddress(text), MESSAGE],
  [
    'parameters of an address',
    (text) => normaliseAddress(`${SITE}?${text}`),
    MAX_ADDRESS_LENGTH - SITE.length - 1,
  ],
  ['path of a page', (text) => mayBePage(new URL(SITE + text)), MAX_ADDRESS_LENGTH - SITE.length],
  ['robots.txt', rules, ROBOTS],
  [
    'address under the rules of robots.txt',
    (text) => wildcards.allows(new URL(SITE + text)),
    MAX_ADDRESS_LENGTH - SITE.length,
  ],
  ['host', isPublicHost, MESSAGE],
  ['https address', httpsHost, MESSAGE],
  ['name of a secret', (text) => SECRET_NAME.test(text), MESSAGE],
  // Texts from models and recognisers.
  ['thoughts of a model', (text) => sift(text), MAX_ANSWER],
  ['words of a model that has tools', (text) => sift(text, TOOLS), MAX_ANSWER],
  ['call that is written as text', (text) => callsIn(text, TOOLS), CALL],
  [
    'transcript of a recogniser',
    (text) => readTranscription(JSON.stringify({ text }), 'application/json'),
    MESSAGE,
  ],
  ['transcript without JSON', (text) => readTranscription(text, 'text/plain'), MESSAGE],
  ['transcript that may be its prompt', (text) => isEcho(text, text), MAX_TEXT],
  ['sentences', sentences, MAX_TEXT],
  ['sentences of a stream', inOnePiece, MAX_ANSWER_LENGTH],
  ['sentence as it is said', textsOfSentence, PIECE],
  ['table as it is said', (text) => textsOfTable(text.split('\n')), MAX_TEXT],
  ['refusal of a long request', isTooLong, REFUSAL],
  ['refusal', (text) => nextStep(400, text, { tools: [{ function: { name: 'a' } }] }, new Set()), REFUSAL],
  // Texts for a search.
  ['words of a line for the search', wordsOf, MAX_TEXT],
  ['search for words', (text) => searchQuery(1, text), MAX_SEARCH],
  // Texts that are spoken.
  ['pieces to say', spokenPieces, MAX_SCRIPT_CHARACTERS],
  ['piece to say', (text) => toPronounceable(text, PRONUNCIATIONS), 160],
  ['text to say', spokenText, PIECE],
  [
    'phones of a sentence',
    (text) => voiceSounds(sentencePhones(text, () => undefined, PRONUNCIATIONS)),
    MAX_CHARACTERS,
  ],
  ['part of a sentence', (text) => audibleWords(text, 0.5), PIECE],
  ['respelled text', (text) => respell(text, PRONUNCIATIONS), PIECE],
  ['text respelled by a dictionary', (text) => respell(text, DICTIONARY), PIECE],
  ['sounds of a dictionary', (text) => [unknownSound(text), phonesOfIpa(text)], 200],
  [
    'a tool\u2019s template',
    (text) => fillTemplate({ where: `{city} and ${text}`, whole: text }, { city: text }),
    MESSAGE,
  ],
  [
    'a field without an effect',
    (text) =>
      effectivePart(
        patchPal,
        'body',
        [{ op: 'add', path: `/layers/llm/${text}`, value: { model: text, perception_model: text } }],
        [],
      ),
    MESSAGE,
  ],
  ['guessed pronunciation', guessPronunciation, PIECE],
  ['words of a document', spokenWords, MESSAGE],
];

const ORDINARY = 'The quick brown fox, 42 years old, jumps over the lazy dog. '.repeat(1500);
const REFERENCES = 9;
let quickest = Infinity;

/**
 * Returns the current slowdown of this process relative to its fastest run; other processes share its caches and
 * core.
 */
function slowness(): number {
  const times = Array.from({ length: REFERENCES }, () => {
    const start = process.cpuUsage();
    ORDINARY.replace(/\d+/g, 'x')
      .toLowerCase()
      .split(/[\s,.]+/);
    const { user, system } = process.cpuUsage(start);
    return user + system;
  }).sort((a, b) => a - b);
  quickest = Math.min(quickest, times[0]!);
  return times[Math.floor(REFERENCES / 2)]! / quickest;
}
for (let warmUp = 0; warmUp < 5; warmUp++) slowness();

async function cpuTime(run: Row[1], text: string): Promise<number> {
  let best = Infinity;
  for (let attempt = 0; attempt < TRIES && best > BOUND; attempt++) {
    const start = process.cpuUsage();
    await run(text);
    const { user, system } = process.cpuUsage(start);
    const time = (user + system) / 1000;
    best = Math.min(best, time > BOUND ? time / slowness() : time);
  }
  return best;
}

for (const [name, run, largest] of FUNCTIONS)
  test(`${name}: at most ${BOUND} ms for ${largest} characters`, async () => {
    for (const text of pathologicalTexts(largest)) {
      const time = await cpuTime(run, text);
      const excerpt = JSON.stringify(`${text.slice(0, 30)}…${text.slice(-5)}`);
      assert.ok(time <= BOUND, `${Math.round(time)} ms for ${excerpt}`);
    }
  });
