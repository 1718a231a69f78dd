/** A screen reader announces each sentence of a call once and in order. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { announce, NOTHING_ANNOUNCED } from '../../src/elements/session/announcements.ts';
import type { Line } from '../../src/elements/session/phases.ts';

const line = (id: string, role: Line['role'], text: string, streaming = false): Line => ({
  id,
  role,
  text,
  streaming,
  interrupted: false,
  at: 0,
});
/** Returns the announcements; each step is the complete transcript at that time. */
function announcementsOf(steps: readonly (readonly Line[])[]): string[] {
  let now = NOTHING_ANNOUNCED;
  const log: string[] = [];
  for (const lines of steps) {
    const next = announce(now, lines);
    const earlierIds = new Set(now.announcements.map(({ id }) => id));
    // Announcements are only appended, and existing announcements never change.
    for (const item of now.announcements)
      assert.ok(next.announcements.length >= 40 || next.announcements.includes(item));
    log.push(...next.announcements.filter(({ id }) => !earlierIds.has(id)).map(({ text }) => text));
    now = next;
  }
  return log;
}

test('a growing line is announced sentence by sentence, each once', () => {
  const allEntries = 'Welcome. What can I do for you?';
  assert.deepEqual(
    announcementsOf([
      [line('pal:0', 'pal', 'Wel', true)],
      [line('pal:0', 'pal', 'Welcome.', true)],
      [line('pal:0', 'pal', allEntries, true)],
      [line('pal:0', 'pal', allEntries)],
      [line('pal:0', 'pal', allEntries)],
    ]),
    ['Welcome.', 'What can I do for you?'],
  );
});

// Proves wcag-4.1.3.
test('a long call is announced in order and without repetition', () => {
  const lines: Line[] = [];
  const steps: Line[][] = [];
  const expected: string[] = [];
  for (let turn = 0; turn < 30; turn++) {
    const [question, answer] = [`Question ${turn}?`, `First of ${turn}. Second of ${turn}.`];
    lines.push(line(`user:${lines.length}`, 'user', question));
    steps.push([...lines]);
    steps.push([...lines, line(`pal:${lines.length}`, 'pal', `First of ${turn}.`, true)]);
    lines.push(line(`pal:${lines.length}`, 'pal', answer));
    steps.push([...lines]);
    expected.push(question, `First of ${turn}.`, `Second of ${turn}.`);
  }
  assert.deepEqual(announcementsOf(steps), expected);
});

test('typed words are not announced, and a name is announced when the speaker changes', () => {
  const { announcements } = announce(NOTHING_ANNOUNCED, [
    line('typed:0', 'user', 'Where are you?'),
    line('pal:1', 'pal', 'At the harbour. By the quay.'),
    line('user:2', 'user', 'Thank you.'),
  ]);
  assert.deepEqual(
    announcements.map(({ text, named }) => [text, named]),
    [
      ['At the harbour.', true],
      ['By the quay.', false],
      ['Thank you.', true],
    ],
  );
});

test('earlier lines and lines that are announced elsewhere stay silent', () => {
  const oldLine = line('pal:0', 'pal', 'Hello.');
  const silent = announce(NOTHING_ANNOUNCED, [oldLine], true);
  assert.deepEqual(silent.announcements, []);
  assert.equal(announce(silent, [oldLine]), silent);
});
