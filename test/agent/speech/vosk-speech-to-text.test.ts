import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { RecognitionStream } from '../../../src/agent/speech/engines.ts';
import { loadFlite } from '../../../src/agent/speech/flite.ts';
import type { FliteVoiceName } from '../../../src/agent/speech/flite.ts';
import { RecognitionPool } from '../../../src/agent/speech/recognition-pool.ts';
import { createVoskSpeechToText } from '../../../src/agent/speech/vosk-speech-to-text.ts';
import { assetPath } from '../../../src/runtime/asset-data.ts';
import { ManualClock } from '../../../src/runtime/clock.ts';

const model = { folder: assetPath('speech-to-text/vosk-en-us'), embedded: true, english: true };
const pool = new RecognitionPool({ model, clock: new ManualClock(), size: 1, limit: 8 });
const recogniser = createVoskSpeechToText(new Map([['en', pool]]));
const flite = loadFlite();
after(() => pool.close());

const museum = {
  id: 'museum',
  texts: [
    'Opening hours are 9:30 to 17:00 from Tuesday to Sunday.',
    'Parking is available behind the building.',
    'Audio guides are available in English and German.',
    'Photographs without a flash are permitted.',
  ],
};
const garden = { id: 'garden', texts: ['The flumboxer is sold in every garden shop.'] };

/** Returns the spoken text after 0.3 s of silence, because a room is silent before the first word. */
function synthesise(text: string, voice: FliteVoiceName = 'rms'): Int16Array {
  const { samples } = flite(text, { voice });
  const sound = new Int16Array(4_800 + samples.length);
  sound.set(samples, 4_800);
  return sound;
}

/** Writes the samples in frames of 20 ms, as a room does. */
function write(hearing: RecognitionStream, samples: Int16Array): void {
  for (let index = 0; index < samples.length; index += 320)
    hearing.write(samples.subarray(index, index + 320));
}

function hear(text: string, vocabulary = museum, voice?: FliteVoiceName): Promise<string> {
  const hearing = recogniser.listen({ vocabulary });
  write(hearing, synthesise(text, voice));
  return hearing.finish();
}

for (const [voice, question] of [
  ['rms', 'Where is the parking?'],
  ['slt', 'Is the parking behind the building?'],
  ['awb', 'Where is the building?'],
] as const) {
  test(`recognises ${voice} asking a question about the texts in other words`, async () => {
    assert.equal(await hear(question, museum, voice), question.toLowerCase().replace('?', ''));
  });
}

test('reports the words during speech, before the voice ends', async () => {
  const previews: string[] = [];
  const completeText = 'when are you open on saturdays';
  const firstResult = new Promise<void>((resolve) => {
    const hearing = recogniser.listen({ partial: (words) => (previews.push(words), resolve()) });
    write(hearing, synthesise('When are you open on Saturdays?'));
    after(() => hearing.finish());
  });
  await firstResult;
  assert.ok(completeText.startsWith(previews[0]!), previews[0]);
});

test('recognises everyday English without any texts', async () => {
  const hearing = recogniser.listen({});
  write(hearing, synthesise('Thank you very much.', 'awb'));
  assert.equal(await hearing.finish(), 'thank you very much');
});

test('recognises a word outside the dictionary by its sound, and the first vocabulary after the second', async () => {
  assert.match(await hear('Do you sell the flumboxer?', garden, 'rms'), /^do you sell the flumboxer$/);
  assert.equal(await hear('Where is the parking?'), 'where is the parking');
});

test('in noise no word is replaced by one of the texts that sounds alike', async () => {
  let seed = 7;
  const sound = synthesise('Do you sell the flumboxer?').map((sample) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return sample + (seed / 2_147_483_647 - 0.5) * 1200;
  });
  const texts = [{ vocabulary: garden }, {}].map((options) => {
    const hearing = recogniser.listen(options);
    write(hearing, sound);
    return hearing.finish();
  });
  const [textWithVocabulary, textWithoutVocabulary] = await Promise.all(texts);
  assert.match(textWithoutVocabulary!, /\S/);
  assert.equal(textWithVocabulary, textWithoutVocabulary);
});

test('the same sound gives the same words, whoever spoke before', async () => {
  const textBefore = await hear('Do you have audio guides in German?', museum, 'awb');
  await hear('How do I get to the building?', museum, 'slt');
  assert.equal(await hear('Do you have audio guides in German?', museum, 'awb'), textBefore);
});

test('an utterance does not wait for the end of another, which is still recognised completely', async () => {
  const slowStream = recogniser.listen({ vocabulary: museum });
  const longSpeech = synthesise('When are you open on Sunday? I would like to know where the parking is.');
  write(slowStream, longSpeech.subarray(0, 40_000));
  assert.equal(await hear('Where is the parking?'), 'where is the parking');
  write(slowStream, longSpeech.subarray(40_000));
  const soleStream = recogniser.listen({ vocabulary: museum });
  write(soleStream, longSpeech);
  const [slowText, completeText] = await Promise.all([slowStream.finish(), soleStream.finish()]);
  assert.equal(slowText, completeText);
  assert.match(completeText, /on sunday.*parking/);
});

const SILENCE = new Int16Array(1600);

test('the words at a final pause are those of the whole, whatever silence follows', async () => {
  for (const remainingSamples of [1600, 9600]) {
    const hearing = recogniser.listen({ vocabulary: museum });
    write(hearing, synthesise('Where is the parking?'));
    write(hearing, SILENCE);
    const pauseText = hearing.pause!();
    assert.equal(await pauseText, 'where is the parking', 'told before the end');
    write(hearing, new Int16Array(remainingSamples));
    assert.equal(await hearing.finish(), 'where is the parking');
  }
});

test('a pause within an utterance splits no word', async () => {
  const firstSpeech = synthesise('Where is the parking?');
  const otherSpeech = synthesise('Is the parking behind the building?');
  const transcriptWhen = async (pausing: boolean): Promise<string> => {
    const hearing = recogniser.listen({ vocabulary: museum });
    for (const part of [
      firstSpeech,
      SILENCE,
      'pause',
      SILENCE,
      SILENCE,
      otherSpeech,
      SILENCE,
      'pause',
      SILENCE,
    ] as const) {
      if (part !== 'pause') write(hearing, part);
      // The worker reads the words at the pause before it completes another utterance.
      else if (pausing) {
        void hearing.pause!();
        await hear('Where is the parking?');
      }
    }
    return hearing.finish();
  };
  assert.equal(await transcriptWhen(true), await transcriptWhen(false));
});

test('a line of more than four seconds is also recognised at its last pause, and continued from there', async () => {
  const longUtterance = synthesise(
    'Is there a museum behind the building, and when is it open on Saturday and on Sunday?',
  );
  assert.ok(longUtterance.length > 64_000);
  const resume = async (resumes: boolean): Promise<(string | null)[]> => {
    const hearing = recogniser.listen({ vocabulary: museum });
    write(hearing, longUtterance.subarray(0, 48_000));
    const firstResult = hearing.pause!();
    if (resumes) hearing.resume!();
    else await firstResult;
    write(hearing, longUtterance.subarray(48_000));
    write(hearing, SILENCE);
    const lastText = await hearing.pause!();
    return [await firstResult, lastText, await hearing.finish()];
  };
  const soleStream = recogniser.listen({ vocabulary: museum });
  write(soleStream, longUtterance);
  write(soleStream, SILENCE);
  const completeText = await soleStream.finish();
  const [emptyText, ...resumedTexts] = await resume(true);
  assert.deepEqual([emptyText, ...resumedTexts], [null, completeText, completeText]);
  const [partialText, last, finalText] = await resume(false);
  assert.ok(partialText && partialText.length < completeText.length, 'the words so far');
  assert.match(
    last!,
    /^is there a museum behind the building and when is it open on saturday and (on )?sunday$/,
  );
  assert.equal(finalText, last);
});

test('words at a pause are reported once, and not if the next pause or the end came before', async () => {
  const hearing = recogniser.listen({ vocabulary: museum });
  write(hearing, synthesise('Where is the parking?'));
  write(hearing, SILENCE);
  const [firstPause, secondPause] = [hearing.pause!(), hearing.pause!()];
  const completeText = hearing.finish();
  assert.equal(await hearing.pause!(), null);
  assert.deepEqual([await firstPause, await completeText], [null, 'where is the parking']);
  assert.ok([null, 'where is the parking'].includes(await secondPause));
});

test('silence gives no words, and sound after the end is ignored', async () => {
  const silent = recogniser.listen({ vocabulary: museum });
  silent.write(new Int16Array(16_000));
  assert.equal(await silent.finish(), '');
  const emptyStream = recogniser.listen({});
  const finalText = emptyStream.finish();
  write(emptyStream, synthesise('Hello.'));
  assert.equal(await finalText, '');
  assert.equal(await emptyStream.finish(), '');
});

test('an abort ends the recognition and frees the recogniser', async () => {
  const stop = new AbortController();
  const hearing = recogniser.listen({ vocabulary: museum, signal: stop.signal });
  write(hearing, synthesise('When are you open on Sunday?'));
  stop.abort(new Error('left'));
  await assert.rejects(hearing.finish(), /left/);
  assert.equal(await hear('Where is the parking?'), 'where is the parking');
});

test('a worker that crashes fails all its utterances, and is replaced', async () => {
  const otherStream = recogniser.listen({ vocabulary: museum });
  otherStream.write(new Int16Array(320));
  // A text without characters passes the pool and makes the worker throw.
  const doomedStream = recogniser.listen({
    vocabulary: { id: 'broken', texts: [{ length: 1, slice: () => 7 } as unknown as string] },
  });
  doomedStream.write(new Int16Array(320));
  await assert.rejects(doomedStream.finish(), { code: 'worker_died' });
  await assert.rejects(otherStream.finish(), { code: 'worker_died' });
  assert.equal(await hear('Where is the parking?'), 'where is the parking');
});

test('too many utterances at a time are refused, and a closed pool rejects open ones', async () => {
  const smallPool = new RecognitionPool({ model, clock: new ManualClock(), size: 1, limit: 1 });
  const firstStream = smallPool.open({});
  await assert.rejects(smallPool.open({}).finish(), { code: 'busy' });
  await smallPool.close();
  await assert.rejects(firstStream.finish(), { code: 'closed' });
  await assert.rejects(smallPool.open({}).finish(), { code: 'closed' });
});

test('models load with the first voice, and all threads stop after ten idle minutes', async () => {
  const clock = new ManualClock();
  const smallPool = new RecognitionPool({ model, clock, size: 2 });
  after(() => smallPool.close());
  assert.equal(smallPool.threads, 0);
  const firstStream = smallPool.open({});
  assert.equal(smallPool.threads, 1);
  const other = smallPool.open({});
  assert.equal(smallPool.threads, 2);
  assert.equal(await firstStream.finish(), '');
  // The other visitor is still speaking, so no thread is closed.
  clock.move(600_000);
  assert.equal(smallPool.threads, 2);
  assert.equal(await other.finish(), '');
  clock.move(599_999);
  await smallPool.open({}).finish();
  clock.move(599_999);
  assert.equal(smallPool.threads, 2);
  clock.move(1);
  assert.equal(smallPool.threads, 0);
  const secondStream = smallPool.open({});
  write(secondStream, synthesise('Thank you very much.', 'awb'));
  assert.equal(await secondStream.finish(), 'thank you very much');
  assert.equal(smallPool.threads, 1);
});

test('more voices than decoders are all recognised, in any order of their ends', async () => {
  const narrow = new RecognitionPool({ model, clock: new ManualClock(), size: 1, decoders: 1, limit: 4 });
  after(() => narrow.close());
  const talking = narrow.open({});
  write(talking, synthesise('Where is the parking?').subarray(0, 8_000));
  const openStreams = [narrow.open({}), narrow.open({})];
  for (const hearing of openStreams) write(hearing, synthesise('Thank you very much.', 'awb'));
  assert.deepEqual(await Promise.all(openStreams.map((hearing) => hearing.finish())), [
    'thank you very much',
    'thank you very much',
  ]);
  await talking.finish();
});

test('a language uses its own model, the first requested one that exists, and otherwise the first', () => {
  const languages: string[] = [];
  const createNamedRecogniser = (language: string) => ({
    open: () => (languages.push(language), recogniser.listen({})),
  });
  const manyStreams = createVoskSpeechToText(
    new Map([
      ['en', createNamedRecogniser('en')],
      ['de', createNamedRecogniser('de')],
      ['fr', createNamedRecogniser('fr')],
    ]),
  );
  assert.deepEqual(manyStreams.languages, ['en', 'de', 'fr']);
  const listenOptions = [
    { language: 'de-AT' },
    { language: 'it', languages: ['it', 'fr-CA', 'de'] },
    { language: 'FR', languages: ['de', 'fr'] },
    {},
    { language: 'ja' },
  ];
  for (const options of listenOptions) void manyStreams.listen(options).finish();
  assert.deepEqual(languages, ['de', 'fr', 'fr', 'en', 'en']);
});
