import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { MOUTHS } from '../../src/contract/mouths.ts';
import { SynthesisPool } from '../../src/agent/speech/synthesis-pool.ts';
import { toPlayableRate, samplesOf } from '../../src/agent/turns/echo-line.ts';
import { begin, event, settle, type Stage, joinInput } from './stage.ts';

const pool = new SynthesisPool({ size: 1 });
after(() => pool.close());

/** Returns `seconds` of sound at this sample rate in base64: a tone where `isLoud` is true, otherwise silence. */
function sound(seconds: number, rate: number, isLoud: (at: number) => boolean = () => true): string {
  const bytes = Buffer.alloc(Math.round(seconds * rate) * 2);
  for (let index = 0; index < bytes.length / 2; index++)
    if (isLoud(index / rate))
      bytes.writeInt16LE(Math.round(9000 * Math.sin((index / rate) * 1400)), index * 2);
  return bytes.toString('base64');
}
/** Resolves when at least this many pieces of sound are queued in the room. */
async function waitForQueue(stage: Stage, count: number): Promise<void> {
  while (stage.queue.length < count) await settle();
}
function startEchoCall() {
  const play = begin({ responder: null, encode: (...work) => pool.encode(...work), greeting: '' });
  play.agent.take(joinInput());
  return {
    ...play,
    echo: (properties: object) => play.agent.take(event('conversation.echo', properties)),
  };
}

describe('sound that is echoed', () => {
  // Proves resources-33.
  test('is played in order, and the mouth moves with it', async () => {
    const { stage, echo } = startEchoCall();
    // 0.4 s of silence, 0.8 s of sound and 0.4 s of silence, in four messages that are split within a frame.
    const completeSound = Buffer.from(
      sound(1.6, 24_000, (seconds) => seconds > 0.4 && seconds < 1.2),
      'base64',
    );
    const cutPositions = [0, 19_206, 38_402, 57_610, completeSound.length];
    for (let index = 0; index < 4; index++)
      echo({
        audio: completeSound.subarray(cutPositions[index], cutPositions[index + 1]).toString('base64'),
        sample_rate: 24_000,
        ...(index === 0 ? { text: 'A tone.' } : {}),
        done: index === 3,
      });
    await waitForQueue(stage, 4);
    const speeches = stage.queue.map(({ speech }) => speech);
    assert.equal(
      speeches.reduce((sum, { packets }) => sum + packets.length, 0),
      80,
      '1.6 s of packets, silence and all',
    );
    const mouths = speeches.flatMap((speech) => [...speech.mouths]).map((mouth) => MOUTHS[mouth]!);
    assert.equal(mouths.length, 40);
    assert.ok(
      mouths.slice(0, 9).every((mouth) => mouth === 'rest') &&
        mouths.slice(32).every((mouth) => mouth === 'rest'),
      mouths.join(' '),
    );
    assert.ok(mouths.slice(12, 28).filter((mouth) => mouth !== 'rest').length >= 12, mouths.join(' '));
    await stage.play();
    assert.deepEqual(stage.lines(), [['pal', 'A tone.']]);
    assert.deepEqual(
      stage.types().filter((type) => type.includes('speaking')),
      ['started_speaking', 'stopped_speaking'],
    );
  });

  test('without text has no line, but reports its start and end', async () => {
    const { stage, echo, entries } = startEchoCall();
    echo({ audio: sound(0.5, 16_000), sample_rate: 16_000, done: true });
    // A sound shorter than a video frame arrives separately.
    await waitForQueue(stage, 2);
    await stage.play();
    assert.deepEqual(stage.types(), ['ready', 'started_speaking', 'stopped_speaking']);
    assert.equal(entries.length, 0);
  });

  test('is one line until done, however it is split; the next sound is another line', async () => {
    const { stage, echo } = startEchoCall();
    echo({ audio: sound(0.4, 16_000), sample_rate: 16_000 });
    await waitForQueue(stage, 1);
    await stage.play();
    assert.ok(!stage.types().includes('stopped_speaking'), 'more may come');
    echo({ audio: sound(0.4, 16_000), sample_rate: 16_000 });
    await waitForQueue(stage, 1);
    await stage.play();
    echo({ done: true });
    await stage.play();
    echo({ text: 'And this.' });
    await stage.play();
    assert.deepEqual(
      stage.types().filter((type) => type.includes('speaking')),
      ['started_speaking', 'stopped_speaking', 'started_speaking', 'stopped_speaking'],
    );
    assert.deepEqual(stage.lines(), [['pal', 'And this.']]);
  });

  test('ends after a while if its last part never comes', async () => {
    const { stage, echo, clock } = startEchoCall();
    echo({ audio: sound(0.4, 16_000), sample_rate: 16_000 });
    await waitForQueue(stage, 1);
    await stage.play();
    clock.move(5000);
    await stage.play();
    assert.equal(stage.types().at(-1), 'stopped_speaking');
  });

  test('is dropped up to its end when it is interrupted', async () => {
    const { agent, stage, echo, clock } = startEchoCall();
    echo({ audio: sound(0.4, 16_000), sample_rate: 16_000 });
    await waitForQueue(stage, 1);
    stage.begin();
    agent.take(event('conversation.interrupt'));
    clock.move(400);
    await settle();
    echo({ audio: sound(0.4, 16_000), sample_rate: 16_000, done: true });
    await settle();
    assert.equal(stage.queue.length, 0);
    echo({ audio: sound(0.4, 16_000), sample_rate: 16_000, done: true });
    await waitForQueue(stage, 1);
  });

  test('is dropped without harm if it is malformed', async () => {
    const { stage, echo } = startEchoCall();
    for (const audio of ['not base64!', 'AAA', 'AA==', '====', '']) echo({ audio, done: true });
    echo({ text: 'Still here.' });
    await stage.play();
    assert.deepEqual(stage.lines(), [['pal', 'Still here.']]);
    assert.equal(stage.types().filter((type) => type === 'warning').length, 4);
  });

  test('that reaches no visitor is reported once, and its text is written', async () => {
    const { stage, echo } = startEchoCall();
    stage.audible = false;
    const audio = sound(0.1, 16_000);
    const warnings = () => stage.types().filter((type) => type === 'warning').length;
    for (const isLast of [false, false, true]) echo({ modality: 'audio', audio, done: isLast });
    assert.equal(warnings(), 1);
    echo({ modality: 'audio', audio, done: true });
    echo({ modality: 'text' });
    assert.equal(warnings(), 3);
    for (const text of ['A tone.', '']) echo({ text, audio, done: text === '' });
    await stage.play();
    assert.equal(warnings(), 3);
    assert.deepEqual(stage.lines(), [['pal', 'A tone.']]);
  });
});

describe('a line that is echoed to an agent that thinks', () => {
  const startCall = () => {
    const play = begin({ encode: (...work) => pool.encode(...work) });
    play.agent.take(joinInput());
    return {
      ...play,
      echo: (properties: object) => play.agent.take(event('conversation.echo', properties)),
    };
  };

  test('interrupts the current answer, and is in the transcript as the agent\u2019s', async () => {
    const { stage, echo, clock, entries } = startCall();
    await settle();
    stage.begin();
    echo({ modality: 'text', text: 'Two bananas are in your basket.', done: true });
    clock.move(400);
    await stage.play();
    assert.equal(stage.hushed, 1);
    assert.deepEqual(stage.lines().at(-1), ['pal', 'Two bananas are in your basket.']);
    assert.deepEqual(entries.map(({ role, content }) => [role, content]).at(-1), [
      'assistant',
      'Two bananas are in your basket.',
    ]);
  });

  test('as sound interrupts once, however many parts it has', async () => {
    const { stage, echo } = startCall();
    await stage.play();
    for (const isLast of [false, false, true])
      echo({ modality: 'audio', audio: sound(0.4, 16_000), sample_rate: 16_000, done: isLast });
    await waitForQueue(stage, 3);
    await stage.play();
    assert.equal(stage.types().at(-1), 'stopped_speaking');
  });
});

for (const audible of [true, false])
  test(`each speech has a start and an end event, ${audible ? 'aloud' : 'in text'}`, async () => {
    const { agent, stage, clock } = begin();
    stage.audible = audible;
    agent.take(joinInput(audible ? 'media' : 'text'));
    await stage.play();
    agent.take(event('conversation.respond', { text: 'When are you open?' }));
    await stage.play();
    agent.take(event('conversation.echo', { text: 'Goodbye.' }));
    clock.move(400);
    await stage.play();
    const turns = stage.types().filter((type) => /^(started|stopped)_speaking$/.test(type));
    assert.ok(turns.length >= 6, turns.join(' '));
    turns.forEach((type, index) => assert.equal(type, index % 2 ? 'stopped_speaking' : 'started_speaking'));
  });

test('base64 is decoded into little-endian samples', () => {
  assert.deepEqual(
    samplesOf(Buffer.from([1, 0, 0xff, 0xff, 0, 0x80]).toString('base64')),
    Int16Array.of(1, -1, -32_768),
  );
  assert.equal(samplesOf('AA'), null);
});

test('other sample rates are converted to the next rate that Opus supports, with the same duration', () => {
  for (const [rate, playableRate] of [
    [8000, 8000],
    [11_025, 12_000],
    [22_050, 24_000],
    [44_100, 48_000],
    [48_000, 48_000],
  ] as const) {
    const resampled = toPlayableRate(new Int16Array(rate).fill(500), rate);
    assert.deepEqual(
      [resampled.rate, resampled.sound.length, resampled.sound[7], resampled.sound.at(-1)],
      [playableRate, playableRate, 500, 500],
    );
  }
});
