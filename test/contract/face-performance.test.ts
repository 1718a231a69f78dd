/** The performance of a drawn face: it is the same in the service's video and in the page, and lively. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mouthsOfLoudness } from '../../src/agent/speech/mouths.ts';
import { MOUTHS, STRESS } from '../../src/contract/mouths.ts';
import { CHARACTERS, type FaceName } from '../../src/contract/face/characters.ts';
import { Follower, type FaceCue } from '../../src/contract/face/follower.ts';
import type { SilentMood } from '../../src/contract/face/motion.ts';
import { motionOf, performerOf } from '../../src/contract/face/moves.ts';
import { FRAME_MS, Performance } from '../../src/contract/face/performance.ts';
import { seededRandom } from '../../src/contract/face/random.ts';
import { assetPath } from '../../src/runtime/asset-data.ts';
import { FaceCues } from '../../src/rooms/embedded/face-cues.ts';
import { Playout } from '../../src/rooms/embedded/playout.ts';
import { readFaceFile, type DrawnFace } from '../../src/rooms/embedded/face-file.ts';

const NAMES = Object.keys(CHARACTERS) as FaceName[];
const SEEDS = Array.from({ length: 60 }, (_, index) => index * 7919 + 1);
/** The mouth shapes of a voice without phonemes: two seconds of a tone that swells and fades. */
const SWELLING_TONE = mouthsOfLoudness(
  Int16Array.from(
    { length: 32_000 },
    (_, index) => 9000 * Math.sin(index / 12) * Math.sin(index / 2500) ** 2,
  ),
  16_000,
  50,
);
/** Number of frames in twelve seconds. */
const FRAMES = 12_000 / FRAME_MS;

/** Returns the mood and the mouth shape of the sound at this frame of a call. */
function eventsAt(frame: number): { mood: SilentMood; mouth: number | null } {
  const second = (frame * FRAME_MS) / 1000;
  if (second < 8) return { mood: 'listening', mouth: null };
  if (second < 9.5) return { mood: 'thinking', mouth: null };
  const mood = second < 15 ? 'idle' : 'worried';
  const mouth = ((frame * 7 + (frame >> 3)) % MOUTHS.length) + (frame % 11 === 0 ? STRESS : 0);
  return { mood, mouth: second < 20 ? mouth : null };
}

function drawnFace(name: FaceName): DrawnFace {
  const face = readFaceFile(assetPath(`faces/${name}.face`));
  assert.ok(face.kind === 'drawn');
  return face;
}

for (const name of NAMES) {
  describe(name, () => {
    const file = drawnFace(name);
    const { poses, motion } = motionOf(CHARACTERS[name]);

    test('the page computes the same motion as the pictures', () => {
      assert.deepEqual(motion, file.motion);
      for (const [pose, { mouths }] of poses.entries())
        assert.equal(file.speaks(pose), mouths, `pose ${pose}`);
    });

    test('the same input gives the same performance in the video and in the page, frame by frame', () => {
      for (const seed of SEEDS.slice(0, 20)) {
        const video = new Performance(file, seededRandom(seed));
        const performance = new Performance(performerOf(CHARACTERS[name]), seededRandom(seed));
        for (let frame = 0; frame < 25 * 30; frame++) {
          const { mood, mouth } = eventsAt(frame);
          assert.deepEqual(
            performance.next(mood, mouth),
            video.next(mood, mouth),
            `seed ${seed}, frame ${frame}`,
          );
        }
      }
    });

    test('while talking it nods, turns and raises its brows only on stressed syllables', () => {
      const stressInterval = 17;
      const stressShares = [true, false].map((hasStresses) => {
        let [starts, onStress] = [0, 0];
        for (const seed of SEEDS.slice(0, 20)) {
          const performance = new Performance(performerOf(CHARACTERS[name]), seededRandom(seed));
          const round = new Set(motion.moods.talking.round);
          let home = true;
          for (let frame = 0; frame < 20 * 25; frame++) {
            const isStressed = hasStresses && frame % stressInterval === 0;
            const mouth = [3, 4, 2, 5][(frame >> 2) % 4]! + (isStressed ? STRESS : 0);
            const { pose } = performance.next('idle', mouth);
            const isHome = round.has(pose) || poses[pose]!.stance.blink > 0.5;
            if (home && !isHome) {
              starts++;
              if (isStressed) onStress++;
            }
            home = isHome;
          }
        }
        return { starts, onStress };
      });
      const [withStresses, withoutStresses] = stressShares as [
        { starts: number; onStress: number },
        { starts: number },
      ];
      assert.equal(withoutStresses.starts, 0);
      assert.equal(withStresses.onStress, withStresses.starts);
      // At least one movement in 2.5 seconds.
      assert.ok(withStresses.starts >= (20 * 20) / 2.5, `${withStresses.starts} in 400 s`);
    });

    test('in 12 s of listening it nods or tilts twice, blinks two to five times and is never still', () => {
      const attentiveStance = poses[motion.moods.listening.round[0]!]!.stance;
      const { turn } = CHARACTERS[name];
      for (const seed of SEEDS) {
        const performance = new Performance(performerOf(CHARACTERS[name]), seededRandom(seed));
        let [gestures, blinks, stood, longest, previousFrame] = [0, 0, 0, 0, -1];
        let [isAway, shutUntil] = [false, -Infinity];
        for (let frame = 0; frame < FRAMES; frame++) {
          const { pose } = performance.next('listening', null);
          const { pitch, roll, yaw, blink } = poses[pose]!.stance;
          const isFar =
            pitch - attentiveStance.pitch > 0.05 * turn ||
            Math.abs(roll - attentiveStance.roll) > 0.03 * turn ||
            Math.abs(yaw - attentiveStance.yaw) > 0.07 * turn;
          if (isFar && !isAway) gestures++;
          isAway = isFar;
          if (blink > 0.9) {
            if (frame - shutUntil > 12) blinks++;
            shutUntil = frame;
          }
          stood = pose === previousFrame ? stood + FRAME_MS : FRAME_MS;
          longest = Math.max(longest, stood);
          previousFrame = pose;
        }
        assert.ok(gestures >= 2, `${gestures} nods or tilts, seed ${seed}`);
        assert.ok(blinks >= 2 && blinks <= 5, `${blinks} blinks, seed ${seed}`);
        assert.ok(longest <= 200, `${longest} ms, seed ${seed}`);
      }
    });
  });
}

test('a page that follows the cues of a call shows the frames of its video', () => {
  for (const name of NAMES) {
    const seed = 4711;
    const video = new Performance(drawnFace(name), seededRandom(seed));
    const page = new Follower(CHARACTERS[name]);
    const cues = new FaceCues('c1', 4_294_900_000, (message) =>
      page.cue((JSON.parse(message) as { properties: FaceCue }).properties),
    );
    const playout = new Playout(() => {});
    cues.begin(0, seed, 'idle');
    const sentence = (mouths: number[]) => ({
      text: '',
      packets: Array.from({ length: mouths.length * 2 }, () => new Uint8Array(1)),
      mouths: Uint8Array.from(mouths),
      duration: mouths.length / 25,
    });
    const moods: Record<number, SilentMood> = {
      40: 'listening',
      300: 'thinking',
      380: 'idle',
      640: 'worried',
    };
    let mood: SilentMood = 'idle';
    let isQuiet = true;
    const frames: { voice: number | null; mouth: number }[] = [];
    for (let tick = 0; tick < 1000; tick++) {
      if (moods[tick]) cues.setMood(tick, (mood = moods[tick]!));
      if (tick === 360)
        playout.add('u1', sentence(Array.from({ length: 120 }, (_, position) => (position * 5) % 7)));
      if (tick === 600) playout.add('u2', sentence([1, 1, 3 + STRESS, 3, 2, 2, 5, 5, 5, 0]));
      if (tick === 610) playout.hush();
      if (tick === 840) playout.add('u3', sentence(Array.from(SWELLING_TONE)));
      const packet = playout.next();
      const upcomingCue = packet && (packet.first || isQuiet) ? playout.upcomingMouths() : null;
      if (upcomingCue) cues.speak(tick, upcomingCue.mouths, upcomingCue.late);
      if (!packet) cues.pause(tick);
      isQuiet = !packet;
      if (tick % 2 === 1) continue;
      const frame = video.next(mood, playout.mouth());
      frames.push({ voice: playout.mouth(), mouth: frame.mouth });
      assert.deepEqual(page.frame(tick / 2), frame, `${name}, tick ${tick}`);
    }
    const talking = frames.filter(({ voice, mouth }) => voice !== null && mouth > 0).length;
    assert.ok(talking > 60, `${talking} frames with lips that move`);
    const closedMouth = MOUTHS.indexOf('closed');
    const worried = frames.filter(({ voice, mouth }) => voice === null && mouth === closedMouth).length;
    const byLoudness = new Set(frames.slice(420, 480).map(({ mouth }) => mouth));
    assert.ok(byLoudness.size >= 3, `${name} has ${byLoudness.size} mouths for a voice without phonemes`);
    assert.ok(worried > 50 && worried < 80, `${name} has worried lips in ${worried} frames`);
  }
});

test('a worried face slants its brows and lowers its corners for three seconds of silence, then smiles again', () => {
  const page = new Follower(CHARACTERS.noor);
  page.cue({ at: 0, seed: 3, mood: 'idle' });
  page.cue({ at: 48 * 2000, mood: 'worried' });
  const appearance = Array.from({ length: 500 }, (_, index) => page.posture(index * 16));
  const appearanceAt = (second: number) => appearance[Math.round((second * 1000) / 16)]!;
  for (const calm of [1.9, 7.5]) {
    assert.equal(appearanceAt(calm).worry, 0, `at ${calm} s`);
    assert.ok(appearanceAt(calm).mouth.smile > 0.4, `at ${calm} s`);
  }
  assert.ok(appearanceAt(3.5).worry > 1);
  assert.ok(
    appearanceAt(3.5).mouth.smile < 0 && appearanceAt(3.5).mouth.corner > appearanceAt(1.9).mouth.corner + 2,
  );
  const steps = appearance.slice(1).map(({ worry }, index) => Math.abs(worry - appearance[index]!.worry));
  assert.ok(Math.max(...steps) < 0.08, 'the look comes and goes without a jump');
});

test('a still face shows a worry too, also in the page, and nothing else', () => {
  const page = new Follower(CHARACTERS.tomas);
  page.cue({ at: 0, seed: 3, mood: 'idle' });
  const calm = page.posture(0, true);
  assert.deepEqual(page.posture(900, true), calm);
  const { mouth, worry, brow, ...remainingPosture } = page.posture(1500, true, true);
  const { mouth: smiling, worry: noWorry, brow: levelBrow, ...home } = calm;
  assert.deepEqual(remainingPosture, home);
  assert.ok(worry > noWorry && brow > levelBrow && mouth.smile < smiling.smile);
  assert.deepEqual(page.posture(2040, true), calm);
  page.cue({ at: 48 * 2100, mood: 'worried' });
  assert.ok(page.posture(2200, true).worry > 1);
});

test('between frames nothing jumps, and lids close completely', () => {
  const page = new Follower(CHARACTERS.mira);
  page.cue({ at: 0, seed: 3, mood: 'listening' });
  let previousPosture = page.posture(0);
  let closedFrames = 0;
  for (let time = 16; time < 12_000; time += 16) {
    const posture = page.posture(time);
    for (const [key, maximum] of [
      ['yaw', 0.03],
      ['pitch', 0.04],
      ['roll', 0.02],
    ] as const)
      assert.ok(Math.abs(posture[key] - previousPosture[key]) < maximum, `${key} at ${time} ms`);
    closedFrames = Math.max(closedFrames, posture.blink);
    previousPosture = posture;
  }
  assert.ok(closedFrames > 0.95, `${closedFrames}`);
});
