/** The prompt for a key at a terminal: the key is read and never shown. */
import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { keyQuestion } from '../../src/developer-tools/key-question.ts';

/** Creates a terminal on which a test types keys and whose screen it reads. */
function terminal(isTTY = true) {
  const keyboard = Object.assign(new PassThrough(), { isTTY, setRawMode: () => keyboard });
  const screen = new PassThrough();
  let output = '';
  screen.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const streams = { stdin: keyboard, stderr: screen } as unknown as Pick<NodeJS.Process, 'stdin' | 'stderr'>;
  return { keyboard, streams, screenText: () => output };
}

test('a typed key is read, and the screen shows only the question', async () => {
  const { keyboard, streams, screenText } = terminal();
  const answer = keyQuestion(streams)!();
  keyboard.write('palkit_secret\r');
  assert.equal(await answer, 'palkit_secret');
  assert.match(screenText(), /^API key/);
  assert.doesNotMatch(screenText(), /secret/);
});

test('the end of the input and Ctrl+C give no key', async () => {
  for (const leave of [
    (keyboard: PassThrough) => keyboard.end(),
    (keyboard: PassThrough) => keyboard.write('palkit_se\u0003'),
  ]) {
    const { keyboard, streams } = terminal();
    const answer = keyQuestion(streams)!();
    leave(keyboard);
    assert.equal(await answer, '');
  }
});

test('without a terminal the command does not ask', () => {
  assert.equal(keyQuestion(terminal(false).streams), null);
});
