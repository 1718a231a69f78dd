import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { field, fieldsOf, ProtobufError, varintsOf } from '../../../../src/agent/speech/neural/protobuf.ts';
import { voiceGraphs } from '../../../../src/agent/speech/neural/voice-graph.ts';
import { COUPLING_REACH, toyVoice } from './toy-voice.ts';

const stagesOf = (form: Parameters<typeof toyVoice>[0] = {}) =>
  voiceGraphs(toyVoice(form), 'weights').stages.map(({ graph: _, ...stage }) => stage);
/** `context` in frames: 3 for the first layer, less than 1 for its stretching, 12 / 8 for the next layer. */
const FIRST_DECODER = { input: 'frames', mask: null, output: 'slopes', context: 6 };
const SECOND_DECODER = { input: 'slopes', mask: null, output: 'output', context: 1 };

test('divides a voice after each coupling of its flow and before the decoder stretches a second time', () => {
  assert.equal(voiceGraphs(toyVoice(), 'weights').durations, 'durations');
  assert.deepEqual(stagesOf(), [
    { input: 'noisy', mask: 'mask', output: 'joined', context: COUPLING_REACH },
    { input: 'joined', mask: 'mask', output: 'frames', context: COUPLING_REACH },
    FIRST_DECODER,
    SECOND_DECODER,
  ]);
});

test('leaves the flow of a voice in its graph if it needs more than the frames and their mask', () => {
  assert.deepEqual(stagesOf({ flow: false }), [FIRST_DECODER, SECOND_DECODER]);
});

test('does not divide a decoder with a layer whose reach is unknown', () => {
  assert.deepEqual(stagesOf({ unknown: true }), []);
  assert.deepEqual(stagesOf({ skips: true }), []);
});

test('does not split a voice whose decoder needs more than the frames', () => {
  assert.equal(voiceGraphs(toyVoice({ tangled: true }), 'weights').durations, 'durations');
  assert.deepEqual(stagesOf({ tangled: true }), []);
});

test('does not split a voice without durations', () => {
  assert.equal(voiceGraphs(toyVoice({ durations: false }), 'w').durations, null);
  assert.deepEqual(stagesOf({ durations: false }), []);
});

test('leaves large weights in the file and returns their positions', () => {
  const bytes = toyVoice();
  const { stages } = voiceGraphs(bytes, 'weights');
  const graph = Buffer.from(stages.at(-1)!.graph);
  assert.ok(graph.includes('offset') && graph.includes('weights'));
  const offset = Number(/offset\x12.(\d+)/s.exec(graph.toString('latin1'))![1]);
  const length = Number(/length\x12.(\d+)/s.exec(graph.toString('latin1'))![1]);
  const values = new Float32Array(bytes.buffer.slice(bytes.byteOffset + offset).slice(0, length));
  assert.equal(values.length, 256);
  assert.ok(Math.abs(values[8]! - 1) < 1e-6);
});

test('a file that is cut or changed is refused or read, and fails in no other way', () => {
  const bytes = toyVoice();
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.nat(255), fc.boolean(), (position, value, isCut) => {
      const changedBytes = isCut ? bytes.subarray(0, position) : Buffer.from(bytes);
      if (!isCut) changedBytes[position] = value;
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
      const decodedFields = [...fieldsOf(bytes)].map(({ number, varint, from: start, to: end }) => [
        number,
        varint >= 0 ? varint : Uint8Array.from(bytes.subarray(start, end)),
      ]);
      assert.deepEqual(decodedFields, fields);
    }),
  );
});

test('reads numbers that share one tag', () => {
  assert.deepEqual([...varintsOf(Uint8Array.of(9, 3, 0xac, 2, 0), 1, 5)], [3, 300, 0]);
  assert.throws(() => [...varintsOf(Uint8Array.of(3, 0xac), 0, 2)], ProtobufError);
});
