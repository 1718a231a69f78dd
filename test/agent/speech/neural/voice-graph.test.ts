import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { field, fieldsOf, ProtobufError } from '../../../../src/agent/speech/neural/protobuf.ts';
import { voiceGraphs } from '../../../../src/agent/speech/neural/voice-graph.ts';
import { toyVoice } from './toy-voice.ts';

test("separates a voice's decoder into a graph of its own, with the durations as an output", () => {
  const { durations, decoder } = voiceGraphs(toyVoice(), 'weights');
  assert.equal(durations, 'durations');
  assert.equal(decoder?.input, 'frames');
  assert.equal(decoder?.output, 'output');
});

test("separates a voice's flow with the mask of its frames", () => {
  const { flow } = voiceGraphs(toyVoice(), 'weights');
  const { input, mask, output } = flow!;
  assert.deepEqual({ input, mask, output }, { input: 'noisy', mask: 'mask', output: 'frames' });
});

test('leaves the flow of a voice in its graph if it needs more than the frames and their mask', () => {
  const { flow, decoder } = voiceGraphs(toyVoice({ flow: false }), 'weights');
  assert.equal(flow, null);
  assert.equal(decoder?.input, 'frames');
});

test('does not split a voice whose decoder needs more than the frames', () => {
  const { durations, flow, decoder } = voiceGraphs(toyVoice({ tangled: true }), 'weights');
  assert.equal(durations, 'durations');
  assert.equal(flow, null);
  assert.equal(decoder, null);
});

test('does not split a voice without durations', () => {
  assert.deepEqual(
    (({ durations, flow, decoder }) => ({ durations, flow, decoder }))(
      voiceGraphs(toyVoice({ durations: false }), 'w'),
    ),
    { durations: null, flow: null, decoder: null },
  );
});

test('leaves large weights in the file and returns their positions', () => {
  const bytes = toyVoice();
  const { decoder } = voiceGraphs(bytes, 'weights');
  const graph = Buffer.from(decoder!.graph);
  assert.ok(graph.includes('offset') && graph.includes('weights'));
  const offset = Number(/offset\x12.(\d+)/s.exec(graph.toString('latin1'))![1]);
  const length = Number(/length\x12.(\d+)/s.exec(graph.toString('latin1'))![1]);
  const values = new Float32Array(bytes.buffer.slice(bytes.byteOffset + offset).slice(0, length));
  assert.equal(values.length, 256);
  assert.ok(Math.abs(values[16]! - 1) < 1e-6);
});

test('a file that is cut or changed is refused or read, and fails in no other way', () => {
  const bytes = toyVoice();
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.nat(255), fc.boolean(), (at, value, isCut) => {
      const changedBytes = isCut ? bytes.subarray(0, at) : Buffer.from(bytes);
      if (!isCut) changedBytes[at] = value;
      try {
        voiceGraphs(changedBytes, 'weights');
      } catch (error) {
        assert.ok(error instanceof ProtobufError, String(error));
      }
    }),
    { numRuns: 500 },
  );
});

test('reads back the fields that it writes', () => {
  const fieldLists = fc.array(
    fc.tuple(fc.integer({ min: 1, max: 200_000 }), fc.oneof(fc.nat(), fc.uint8Array())),
  );
  fc.assert(
    fc.property(fieldLists, (fields) => {
      const bytes = Buffer.concat(fields.map(([number, value]) => field(number, value)));
      const decodedFields = [...fieldsOf(bytes)].map(({ number, varint, from, to }) => [
        number,
        varint >= 0 ? varint : Uint8Array.from(bytes.subarray(from, to)),
      ]);
      assert.deepEqual(decodedFields, fields);
    }),
  );
});
