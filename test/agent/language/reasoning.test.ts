import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ReasoningFilter } from '../../../src/agent/language/reasoning.ts';

function sift(text: string, size: number, thinking = false) {
  const sieve = new ReasoningFilter(thinking);
  const parts = [];
  for (let index = 0; index < text.length; index += size)
    parts.push(sieve.push(text.slice(index, index + size)));
  parts.push(sieve.end());
  return {
    text: parts.map((part) => part.text).join(''),
    calls: parts.flatMap((part) => part.calls),
    reasoning: parts.some((part) => part.reasoning),
    unopened: parts.some((part) => part.unopened),
    noThought: parts.some((part) => part.noThought),
  };
}

const cases: [string, string][] = [
  ['<think>hm</think>\nNine.', 'Nine.'],
  ['<thinking>a\nb</thinking> Nine.', 'Nine.'],
  ['[THINK]hm[/THINK]Nine.', 'Nine.'],
  ['◁think▷hm◁/think▷Nine.', 'Nine.'],
  ['<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>Nine.', 'Nine.'],
  ['Yes. <think>hm</think>Nine.', 'Yes. Nine.'],
  ['<think>never ends', ''],
  ['2 < 3 and <b>bold</b>', '2 < 3 and <b>bold</b>'],
  ['<think', '<think'],
];
for (const [answer, expected] of cases)
  test(`${JSON.stringify(answer)} is spoken as ${JSON.stringify(expected)}, for any split`, () => {
    for (const size of [1, 2, 3, 5, 8, 100]) assert.equal(sift(answer, size).text, expected, String(size));
  });

test('a template that opens the reasoning itself', () => {
  assert.equal(sift('hm</think>Nine.', 3, true).text, 'Nine.');
  for (const size of [1, 3, 100]) {
    assert.equal(sift('hm</think>\n\nNine.', size).unopened, true);
    assert.equal(sift('Here you are: </think> is the mark.', size).unopened, false);
  }
});

test('an answer without the expected reasoning is not lost', () => {
  for (const size of [1, 4, 100]) {
    const modelText = sift('At nine. <tool_call>{"name":"a"}</tool_call>', size, true);
    assert.deepEqual(
      [modelText.text, modelText.calls, modelText.noThought],
      ['At nine. ', ['<tool_call>{"name":"a"}'], true],
    );
  }
  assert.equal(sift('hm</think>At nine.', 4, true).noThought, false);
});

test('calls written as text are calls, unchanged', () => {
  const { text, calls, reasoning } = sift('One. <tool_call>{"name":"a"}</tool_call>', 4);
  assert.deepEqual([text, calls, reasoning], ['One. ', ['<tool_call>{"name":"a"}'], false]);
});
