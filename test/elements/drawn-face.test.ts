/** A face that the page draws on its stage. */
import { emulateMedia, setViewport } from '@web/test-runner-commands';
import { expect } from '@open-wc/testing';
import type { FaceCue, FaceFeed } from '../../src/elements/session/face-feed.ts';
import type { PalStage } from '../../src/elements/parts/pal-stage.ts';
import { FACE, stopPictures } from '../../stories/pictures.ts';
import { DEPLOYMENT } from '../../stories/scripted-session.ts';
import { SCREENS } from '../../stories/screens.ts';
import { STATES } from '../../stories/states.ts';
import { finishAnimations, find, isChromium, isWebKit, openWidget, waitUntilSettled } from './widget.ts';
import { waitUntil } from './wait-until.ts';

/** Creates a feed whose cues the test sends. */
function feed(drawing: FaceFeed['drawing']): FaceFeed & { cue(cue: FaceCue): void } {
  let listener: ((cue: FaceCue) => void) | null = null;
  const cues: FaceCue[] = [{ at: 0, seed: 5, mood: 'idle' }];
  return {
    drawing,
    follow(follower) {
      listener = follower;
      for (const cue of cues.splice(0)) follower(cue);
    },
    clock: () => null,
    cue: (cue) => (listener ? listener(cue) : cues.push(cue)),
  };
}

/** WebKit supports no filters on a canvas, so its calls use a video. */
const itUnlessWebKit = isWebKit ? it.skip : it;

(isChromium ? describe : describe.skip)('a drawn face', () => {
  after(async () => {
    stopPictures();
    await setViewport({ width: 1024, height: 800 });
    await emulateMedia({ reducedMotion: 'no-preference' });
  });

  async function openWithFace(face: FaceFeed, state = STATES.LiveSpeaking(), expanded = false) {
    const { widget, panel, session } = await openWidget({
      ...state,
      agent: null,
      face,
      deployment: { ...DEPLOYMENT, ...state.deployment, thumbnail_image_url: FACE },
    });
    widget.expanded = expanded;
    await waitUntilSettled(panel);
    const stage = find<PalStage>(panel.shadowRoot!, 'pal-stage')!;
    const canvas = () => stage.shadowRoot!.querySelector<HTMLCanvasElement>('canvas.drawn');
    await waitUntil(() => canvas() && !find(panel.shadowRoot!, '.still'), 'the face is drawn');
    finishAnimations(widget);
    return { panel, session, stage, canvas };
  }

  itUnlessWebKit(
    'fades into the side of the captions in a low window, and has no edge to fade in others',
    async () => {
      for (const [width, height, mask] of [
        [844, 390, /^linear-gradient\(90deg/],
        [390, 844, /^none$/],
      ] as const) {
        await setViewport({ width, height });
        const { canvas } = await openWithFace(feed('mira'));
        expect(getComputedStyle(canvas()!).maskImage).to.match(mask);
      }
      await setViewport({ width: 1024, height: 800 });
    },
  );

  const pictureHash = (canvas: HTMLCanvasElement): string => {
    const context = new OffscreenCanvas(64, 64).getContext('2d', { willReadFrequently: true })!;
    context.drawImage(canvas, 0, 0, 64, 64);
    return context.getImageData(0, 0, 64, 64).data.join();
  };

  /** Returns the number of frames, out of the next `frames`, that differ from the previous one. */
  async function countChanges(canvas: HTMLCanvasElement, frames: number): Promise<number> {
    let changeCount = 0;
    let previousPicture = pictureHash(canvas);
    for (let frame = 0; frame < frames; frame++) {
      await new Promise(requestAnimationFrame);
      const now = pictureHash(canvas);
      if (now !== previousPicture) changeCount++;
      previousPicture = now;
    }
    return changeCount;
  }

  itUnlessWebKit('fills its stage with its own background, moves, and has a name', async () => {
    await setViewport({ width: 1280, height: 800 });
    const { panel, stage, canvas } = await openWithFace(feed('noor'), STATES.LiveSpeaking(), true);
    const [box, place] = [canvas()!.getBoundingClientRect(), stage.getBoundingClientRect()];
    expect([box.left <= place.left, box.right >= place.right]).to.deep.equal([true, true]);
    expect(box.height).to.be.closeTo(place.height, 1);
    const context = new OffscreenCanvas(100, 100).getContext('2d')!;
    context.drawImage(canvas()!, 0, 0, 100, 100);
    for (const [x, y] of [
      [1, 1],
      [98, 1],
      [1, 98],
      [98, 98],
    ] as const) {
      const [red = 0, green = 0, blue = 0] = context.getImageData(x, y, 1, 1).data;
      expect(red + green + blue, `the corner at ${x} ${y}`).to.be.above(150);
    }
    expect(await countChanges(canvas()!, 40)).to.be.above(5);
    expect(canvas()!.getAttribute('role')).to.equal('img');
    expect(canvas()!.ariaLabel).to.contain(DEPLOYMENT.pal_display_name);
    finishAnimations(panel);
    await expect(panel).to.be.accessible();
  });

  itUnlessWebKit('leaves no bare side where a card moves it aside', async () => {
    await setViewport({ width: 1280, height: 800 });
    const { stage, canvas } = await openWithFace(
      feed('pip'),
      { ...STATES.LiveSpeaking(), ...SCREENS['CardQuestion']!() },
      true,
    );
    const [box, place] = [canvas()!.getBoundingClientRect(), stage.getBoundingClientRect()];
    expect([box.left <= place.left + 1, box.right >= place.right - 1]).to.deep.equal([true, true]);
    expect((box.left + box.right) / 2, 'it is moved').to.be.below((place.left + place.right) / 2 - 50);
  });

  itUnlessWebKit('stands still where less motion is wanted, but for its lips', async () => {
    await setViewport({ width: 390, height: 844 });
    await emulateMedia({ reducedMotion: 'reduce' });
    const face = feed('tomas');
    const { canvas } = await openWithFace(face, STATES.LiveListening());
    // When the widget appears, the size of the stage changes, and the face is painted at that size some frames later.
    await waitUntil(async () => (await countChanges(canvas()!, 10)) === 0, 'the face has its size');
    expect(await countChanges(canvas()!, 30)).to.equal(0);
    face.cue({ at: 48 * 200, mouths: '3322113333224455'.repeat(20) });
    await waitUntil(async () => (await countChanges(canvas()!, 10)) > 2, 'the lips move');
    await emulateMedia({ reducedMotion: 'no-preference' });
  });

  for (const [shape, width, expanded] of [
    ['a phone', 390, false],
    ['a wide panel', 1280, true],
  ] as const)
    itUnlessWebKit(`is there in a call in writing, beside all of its words, on ${shape}`, async () => {
      await setViewport({ width, height: 800 });
      const { panel, stage, canvas } = await openWithFace(feed('noor'), STATES.TextOnly(), expanded);
      expect(await countChanges(canvas()!, 40)).to.be.above(5);
      const [face, caption, composer] = [
        stage,
        find(panel.shadowRoot!, 'pal-transcript')!,
        find(panel.shadowRoot!, 'pal-composer')!,
      ].map((part) => part.getBoundingClientRect()) as [DOMRect, DOMRect, DOMRect];
      expect(face.height).to.be.above(120);
      expect(caption.height).to.be.above(200);
      expect(face.bottom <= caption.top || caption.left > face.left + face.width / 2).to.equal(true);
      expect(caption.bottom).to.be.at.most(composer.top + 1);
      finishAnimations(panel);
      await expect(panel).to.be.accessible();
    });

  itUnlessWebKit(
    'worries while the connection is lost, and for a moment about a device, with less motion too',
    async () => {
      await setViewport({ width: 390, height: 844 });
      await emulateMedia({ reducedMotion: 'reduce' });
      const { panel, session, stage, canvas } = await openWithFace(feed('mira'), STATES.LiveListening());
      const isStill = async () => (await countChanges(canvas()!, 10)) === 0;
      await waitUntil(isStill, 'the face has its size');
      const calm = pictureHash(canvas()!);
      const live = session.view;
      const waitForLook = async (worried: boolean, reason: string) => {
        await waitUntilSettled(panel);
        await waitUntil(() => (pictureHash(canvas()!) !== calm) === worried, reason);
      };
      session.show({ ...live, phase: STATES.Reconnecting().phase! });
      await waitForLook(true, 'a lost connection worries it');
      await expect(panel).to.be.accessible();
      session.show(live);
      await waitForLook(false, 'it is at ease again');
      // The note about a device reduces the stage, so the picture is compared without it.
      session.show({ ...live, devices: STATES.LiveMicrophoneDenied().devices });
      await waitUntilSettled(panel);
      expect(stage.worry, 'milliseconds for a refused microphone').to.be.within(1000, 5000);
      session.show(live);
      await waitForLook(false, 'the stage has its size again');
      stage.worry = 2000;
      await waitForLook(true, 'it worries');
      await waitForLook(false, 'it is at ease again by itself');
      expect(stage.worry).to.equal(2000);
      await emulateMedia({ reducedMotion: 'no-preference' });
    },
  );

  itUnlessWebKit(
    'goes on with the same canvas when another connection takes over, and ends with the face',
    async () => {
      const { panel, session, canvas } = await openWithFace(feed('mira'));
      const canvasBefore = canvas();
      session.show({ ...session.view, face: feed('mira') });
      await waitUntilSettled(panel);
      expect(canvas()).to.equal(canvasBefore);
      session.show({ ...session.view, face: null });
      await waitUntilSettled(panel);
      await waitUntil(() => canvas() === null && find(panel.shadowRoot!, '.still'), 'the picture is back');
    },
  );
});
