import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Hearing } from '../../../src/service/agent/engines/engines.ts';
import { loadFlite } from '../../../src/service/agent/engines/flite.ts';
import type { FliteVoiceName } from '../../../src/service/agent/engines/flite.ts';
import { HearingPool } from '../../../src/service/agent/engines/hearing-pool.ts';
import { createPocketSphinxEars } from '../../../src/service/agent/engines/pocketsphinx-ears.ts';

const pool = new HearingPool({ size: 1 });
const ears = createPocketSphinxEars(pool);
const flite = loadFlite();
after(() => pool.close());

const museum = {
  id: 'museum',
  texts: ['Opening hours are 9:30 to 17:00 from Tuesday to Sunday.', 'Parking is available behind the building.', 'Audio guides are available in English and German.', 'Photographs without a flash are permitted.'],
};
const garden = { id: 'garden', texts: ['The flumboxer is sold in every garden shop.'] };

function spoken(text: string, voice: FliteVoiceName = 'rms'): Int16Array {
  return flite(text, { voice }).samples;
}

/** In the frames a room writes. */
function write(hearing: Hearing, samples: Int16Array): void {
  for (let at = 0; at < samples.length; at += 320) hearing.write(samples.subarray(at, at + 320));
}

function hear(text: string, vocabulary = museum, voice?: FliteVoiceName): Promise<string> {
  const hearing = ears.listen({ vocabulary });
  write(hearing, spoken(text, voice));
  return hearing.finish();
}

for (const [voice, question] of [['rms', 'Are photographs permitted?'], ['slt', 'Where is the parking?'], ['awb', 'Is the parking behind the building?']] as const) {
  test(`hears ${voice} ask a question about the texts that is not in them`, async () => {
    assert.equal(await hear(question, museum, voice), question.toLowerCase().replace('?', ''));
  });
}

test('hears everyday English without any texts', async () => {
  const hearing = ears.listen({});
  write(hearing, spoken('Thank you very much.'));
  assert.equal(await hearing.finish(), 'thank you very much');
});

test('hears a word that no dictionary has, and the first vocabulary after the second', async () => {
  assert.match(await hear('Where can I buy a flumboxer?', garden), /^where can i buy (a|the) flumboxer$/);
  assert.equal(await hear('Are photographs permitted?'), 'are photographs permitted');
});

test('the same sound gives the same words, whoever spoke before', async () => {
  const before = await hear('Do you have audio guides in German?', museum, 'awb');
  await hear('How do I get to the building?', museum, 'slt');
  assert.equal(await hear('Do you have audio guides in German?', museum, 'awb'), before);
});

test('nobody waits for another to stop talking, and the other is still heard whole', async () => {
  const slow = ears.listen({ vocabulary: museum });
  const long = spoken('When are you open on Sunday? I would like to know where the parking is.');
  write(slow, long.subarray(0, 40_000));
  assert.equal(await hear('Are photographs permitted?'), 'are photographs permitted');
  write(slow, long.subarray(40_000));
  const alone = ears.listen({ vocabulary: museum });
  write(alone, long);
  const [mixed, whole] = await Promise.all([slow.finish(), alone.finish()]);
  assert.equal(mixed, whole);
  assert.match(whole, /open on sunday.*parking/);
});

const SILENCE = new Int16Array(1600);

test('the words at a pause that is the end are those of the whole, and silence after it takes nothing away', async () => {
  for (const rest of [1600, 9600]) {
    const hearing = ears.listen({ vocabulary: museum });
    write(hearing, spoken('Are photographs permitted?'));
    write(hearing, SILENCE);
    const words = hearing.pause!();
    assert.equal(await words, 'are photographs permitted', 'told before the end');
    write(hearing, new Int16Array(rest));
    assert.equal(await hearing.finish(), 'are photographs permitted');
  }
});

test('a pause in the middle cuts nothing in two', async () => {
  const one = spoken('Are photographs permitted?');
  const other = spoken('Is the parking behind the building?');
  const heard = async (pausing: boolean): Promise<string> => {
    const hearing = ears.listen({ vocabulary: museum });
    for (const part of [one, SILENCE, 'pause', SILENCE, SILENCE, other, SILENCE, 'pause', SILENCE] as const) {
      if (part !== 'pause') write(hearing, part);
      // The worker has read the words of the pause before another is heard to its end.
      else if (pausing) hearing.pause!(), await hear('Are photographs permitted?');
    }
    return hearing.finish();
  };
  assert.equal(await heard(true), await heard(false));
});

test('words at a pause are told once, and not where the next pause or the end came before they were read', async () => {
  const hearing = ears.listen({ vocabulary: museum });
  write(hearing, spoken('Are photographs permitted?'));
  write(hearing, SILENCE);
  const [first, second] = [hearing.pause!(), hearing.pause!()];
  const whole = hearing.finish();
  assert.equal(await hearing.pause!(), null);
  assert.deepEqual([await first, await whole], [null, 'are photographs permitted']);
  assert.ok([null, 'are photographs permitted'].includes(await second));
});

test('silence and nothing are no words, and what comes after the end is ignored', async () => {
  const silent = ears.listen({ vocabulary: museum });
  silent.write(new Int16Array(16_000));
  assert.equal(await silent.finish(), '');
  const empty = ears.listen({});
  const words = empty.finish();
  write(empty, spoken('Hello.'));
  assert.equal(await words, '');
  assert.equal(await empty.finish(), '');
});

test('an abort ends the hearing and leaves the ears to others', async () => {
  const stop = new AbortController();
  const hearing = ears.listen({ vocabulary: museum, signal: stop.signal });
  write(hearing, spoken('When are you open on Sunday?'));
  stop.abort(new Error('left'));
  await assert.rejects(hearing.finish(), /left/);
  assert.equal(await hear('Are photographs permitted?'), 'are photographs permitted');
});

test('a worker that dies says so to everybody it heard, and is replaced', async () => {
  const other = ears.listen({ vocabulary: museum });
  other.write(new Int16Array(320));
  // What has no characters passes the pool and throws inside the worker.
  const doomed = ears.listen({ vocabulary: { id: 'broken', texts: [{ length: 1, slice: () => 7 } as unknown as string] } });
  doomed.write(new Int16Array(320));
  await assert.rejects(doomed.finish(), { code: 'worker_died' });
  await assert.rejects(other.finish(), { code: 'worker_died' });
  assert.equal(await hear('Are photographs permitted?'), 'are photographs permitted');
});

test('too many at a time are refused, and a closed pool rejects what is open', async () => {
  const small = new HearingPool({ size: 1, limit: 1 });
  const first = small.open({});
  await assert.rejects(small.open({}).finish(), { code: 'busy' });
  await small.close();
  await assert.rejects(first.finish(), { code: 'closed' });
  await assert.rejects(small.open({}).finish(), { code: 'closed' });
});
