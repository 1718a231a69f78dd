import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CHARACTERS } from '../../src/contract/face/characters.ts';
import { motionOf } from '../../src/contract/face/moves.ts';
import { MOUTHS, type Mouth } from '../../src/contract/mouths.ts';
import { VideoPerformance } from '../../src/rooms/embedded/video-performance.ts';

describe('half steps of the lips', () => {
  const speaker = { motion: motionOf(CHARACTERS.mira).motion, speaks: () => true, hasHalfSteps: true };
  /** Returns the mouth shapes that are shown; `slight>open` is an intermediate step. */
  const mouthsAfter = (...mouths: (Mouth | null)[]) => {
    const performance = new VideoPerformance(speaker, () => 0.5);
    const index = (mouth: Mouth | null | undefined) => (mouth ? MOUTHS.indexOf(mouth) : null);
    return mouths.map((mouth, frame) => {
      const { mouth: currentMouth, toward: nextMouth } = performance.next(
        'idle',
        index(mouth),
        index(mouths[frame + 1]),
      );
      return nextMouth === null ? MOUTHS[currentMouth]! : `${MOUTHS[currentMouth]}>${MOUTHS[nextMouth]}`;
    });
  };

  test('are visible one frame before the mouth changes', () => {
    assert.deepEqual(mouthsAfter('slight', 'slight', 'open', 'open', 'wide', null), [
      'slight',
      'slight>open',
      'open',
      'open>wide',
      'wide>rest',
      'rest',
    ]);
  });

  test('do not hide lips that close for a frame, nor f and v on the teeth', () => {
    assert.deepEqual(mouthsAfter('wide', 'closed', 'wide', 'teeth', 'wide', 'wide', null), [
      'wide>closed',
      'closed',
      'wide>teeth',
      'teeth',
      'wide',
      'wide>rest',
      'rest',
    ]);
    assert.deepEqual(mouthsAfter('wide', 'closed', 'closed', 'wide', null), [
      'wide>closed',
      'closed',
      'closed>wide',
      'wide>rest',
      'rest',
    ]);
  });

  test('reach a closure of one frame between open vowels in time', () => {
    assert.deepEqual(mouthsAfter(null, 'open', 'open', 'closed', 'open', null), [
      'rest>open',
      'open',
      'open>closed',
      'closed',
      'open>rest',
      'rest',
    ]);
  });

  test('do not exist for a pose or a face without mouths', () => {
    for (const otherVideo of [{ speaks: () => false }, { hasHalfSteps: false }]) {
      const performance = new VideoPerformance({ ...speaker, ...otherVideo }, () => 0.5);
      assert.equal(performance.next('idle', 2, 3).toward, null);
    }
  });
});
