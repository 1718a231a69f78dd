/**
 * The position of the face: complete and uncovered on a wide stage, with the mouth uncovered on all others; and the
 * visitor's shared screen.
 */
import { emulateMedia, setViewport } from '@web/test-runner-commands';
import { expect } from '@open-wc/testing';
import { FACE, screenPicture, stopPictures } from '../../stories/pictures.ts';
import type { View } from '../../src/elements/session/phases.ts';
import { DEPLOYMENT } from '../../stories/scripted-session.ts';
import { SCREENS } from '../../stories/screens.ts';
import { line, STATES } from '../../stories/states.ts';
import { finishAnimations, find, inChromium, openWidget, waitUntilSettled } from './widget.ts';
import { waitUntil } from './wait-until.ts';

/** Positions of parts of a face, as fractions of the height of a drawn face's picture. */
const MOUTH = 0.54;
const CHIN = 0.59;
const EYES = 0.385;
const HAIR = 0.108;
/** Address of the agent's picture. It differs from the address of the module, which the browser caches. */
const PICTURE = `${FACE}?picture`;
const caption = line(
  9,
  'pal',
  'Then I would look at the Aurora with its seven gears, or at the electric Borealis, which climbs ' +
    'your hill for you and carries the shopping home.',
  { streaming: true },
);

describe('<pal-stage>', () => {
  after(async () => {
    stopPictures();
    await setViewport({ width: 1024, height: 800 });
  });

  for (const [width, height] of [
    [844, 390],
    [640, 512],
  ] as const)
    it(`the picture's ground fills the side of the captions at ${width}x${height}`, async () => {
      await setViewport({ width, height });
      const { panel } = await openWidget({
        ...STATES.LiveSpeaking(),
        agent: null,
        caption,
        deployment: { ...DEPLOYMENT, thumbnail_image_url: PICTURE },
      });
      await waitUntil(() => find(panel.shadowRoot!, 'pal-stage[upright]'), 'the picture is there');
      const stage = find(panel.shadowRoot!, 'pal-stage')!;
      const background = find(stage.shadowRoot!, '.ground')!;
      const textBox = find(panel.shadowRoot!, '.words')!.getBoundingClientRect();
      expect(background.checkVisibility()).to.equal(true);
      expect(getComputedStyle(stage).overflow).to.equal('visible clip');
      expect(background.getBoundingClientRect().right).to.be.at.least(textBox.right);
      // White text on a white picture has a contrast of 7:1 if the picture has 35 % of its brightness.
      expect(getComputedStyle(background).filter).to.contain('brightness(0.35)');
    });

  for (const [width, height, expanded] of [
    [1280, 800, true],
    [1440, 900, true],
    [1280, 800, false],
    [390, 844, false],
  ] as const) {
    it(`captions leave the face free at ${width}x${height}${expanded ? ', enlarged' : ''}`, async () => {
      await setViewport({ width, height });
      const { widget, panel } = await openWidget({
        ...STATES.LiveSpeaking(),
        agent: null,
        caption,
        deployment: { ...DEPLOYMENT, thumbnail_image_url: PICTURE },
      });
      widget.expanded = expanded;
      await waitUntilSettled(panel);
      const stillImage = find<HTMLImageElement>(panel.shadowRoot!, '.still')!;
      await waitUntil(
        () =>
          stillImage.complete && stillImage.naturalWidth > 0 && find(panel.shadowRoot!, 'pal-stage[upright]'),
        'the picture is there',
      );
      finishAnimations(widget);
      const box = stillImage.getBoundingClientRect();
      const scale = Math.max(box.width / stillImage.naturalWidth, box.height / stillImage.naturalHeight);
      const drawnHeight = stillImage.naturalHeight * scale;
      const eyesTop = box.top + (box.height - drawnHeight) * 0.3;
      const isWide = box.width <= box.height + 1 && widget.expanded;
      if (expanded) expect(drawnHeight, 'the picture is whole').to.be.closeTo(box.height, 1);
      expect(find(panel.shadowRoot!, 'pal-captions')!.getBoundingClientRect().top).to.be.at.least(
        eyesTop + (isWide ? CHIN : MOUTH) * drawnHeight,
      );
    });
  }

  /** Opens a screen with a face of known shape; returns the boxes of its picture and its stage. */
  async function openWithFace(state: Partial<View>, expanded = false) {
    const { widget, panel } = await openWidget({
      ...state,
      agent: null,
      deployment: { ...DEPLOYMENT, ...state.deployment, thumbnail_image_url: PICTURE },
    });
    widget.expanded = expanded;
    await widget.updateComplete;
    await waitUntilSettled(panel);
    const stillImage = find<HTMLImageElement>(panel.shadowRoot!, '.still')!;
    const stage = find(panel.shadowRoot!, 'pal-stage')!;
    await waitUntil(
      () => stillImage.naturalWidth > 0 && stage.hasAttribute('upright'),
      'the picture is there',
    );
    finishAnimations(widget);
    return { panel, still: stillImage.getBoundingClientRect(), stageBox: stage.getBoundingClientRect() };
  }

  it('leaves room around the face on a tall stage', async () => {
    await setViewport({ width: 390, height: 844 });
    const { still: stillImage, stageBox } = await openWithFace(STATES.LiveSpeaking());
    expect(((CHIN - HAIR) * stillImage.height) / stageBox.height, 'the head').to.be.within(0.45, 0.55);
    expect((EYES * stillImage.height) / stageBox.height, 'the eyes').to.be.within(0.36, 0.42);
    expect(stillImage.top).to.be.closeTo(stageBox.top, 1);
    expect(stillImage.width, 'no bare side').to.be.closeTo(stageBox.width, 1);
  });

  it('fills a low stage above a transcript, with the whole head, and name and activity on one line', async () => {
    await setViewport({ width: 1280, height: 900 });
    const { panel, still: stillImage, stageBox } = await openWithFace(STATES.LiveTranscript());
    expect(stageBox.width / stageBox.height, 'low').to.be.within(1.4, 1.5);
    expect(stillImage.width).to.be.closeTo(stageBox.width, 1);
    const side = Math.max(stillImage.width, stillImage.height);
    const eyesTop = stillImage.top + (stillImage.height - side) * 0.3;
    expect(eyesTop + HAIR * side, 'the hair').to.be.at.least(stageBox.top);
    expect(eyesTop + CHIN * side, 'the chin').to.be.at.most(stageBox.bottom);
    const [name, activity] = ['.stage h2', '.activity'].map((part) =>
      find(panel.shadowRoot!, part)!.getBoundingClientRect(),
    );
    expect([activity!.top, activity!.bottom].map(Math.round)).to.deep.equal(
      [name!.top, name!.bottom].map(Math.round),
    );
  });

  it('fills a carded stage in the corner from head to chin', async () => {
    await setViewport({ width: 1280, height: 800 });
    const { still: stillImage, stageBox } = await openWithFace(SCREENS['CardCalendar']!());
    expect(stageBox.width / stageBox.height, 'low').to.be.within(1.5, 2);
    expect(stillImage.width, 'no bare side').to.be.closeTo(stageBox.width, 1);
    const eyesTop = stillImage.top + (stillImage.height - stillImage.width) * 0.21;
    expect(eyesTop + HAIR * stillImage.width, 'the hair').to.be.at.least(stageBox.top - 1);
    expect(eyesTop + CHIN * stillImage.width, 'the chin').to.be.at.most(stageBox.bottom + 1);
  });

  for (const screen of ['LiveSpeaking', 'CardQuestion', 'CardQuestionLeft', 'LiveTranscript'])
    it(`the enlarged stage has no empty side, and one centred group of controls: ${screen}`, async () => {
      await setViewport({ width: 1280, height: 800 });
      const { panel } = await openWithFace(SCREENS[screen]!(), true);
      const stageBox = find(panel.shadowRoot!, 'pal-stage')!.getBoundingClientRect();
      const ground = find(panel.shadowRoot!, '.ground')!;
      const { left, right, top, bottom } = ground.getBoundingClientRect();
      expect(getComputedStyle(ground).display).to.equal('flex');
      expect([
        left <= stageBox.left,
        right >= stageBox.right,
        top <= stageBox.top,
        bottom >= stageBox.bottom,
      ]).to.deep.equal([true, true, true, true]);
      const controls = [...find(panel.shadowRoot!, '[role=toolbar]')!.querySelectorAll('button')]
        .filter((button) => button.checkVisibility())
        .map((button) => button.getBoundingClientRect());
      const box = find(panel.shadowRoot!, 'pal-controls')!.getBoundingClientRect();
      const controlsCentre = (controls[0]!.left + controls.at(-1)!.right) / 2;
      expect(controlsCentre).to.be.closeTo((box.left + box.right) / 2, 1);
      for (const [index, { left }] of controls.slice(1).entries())
        expect(left - controls[index]!.right).to.be.below(24);
    });

  inChromium('with reduced motion the picture stands still until a control starts it', async () => {
    await emulateMedia({ reducedMotion: 'reduce' });
    const { panel } = await openWidget({
      ...STATES.LiveListening(),
      agent: screenPicture(),
      deployment: { ...DEPLOYMENT, thumbnail_image_url: PICTURE },
    });
    const video = find<HTMLVideoElement>(panel.shadowRoot!, '.agent')!;
    await waitUntil(() => video.videoWidth > 0 && !video.paused, 'the picture moves');
    const state = () => [
      getComputedStyle(video).visibility,
      find(panel.shadowRoot!, '.still') !== null,
      find(panel.shadowRoot!, '[part~=calm]')!.getAttribute('aria-pressed'),
    ];
    expect(state()).to.deep.equal(['hidden', true, 'true']);
    expect(video.paused, 'she is heard').to.equal(false);
    find(panel.shadowRoot!, '[part~=calm]')!.click();
    await waitUntilSettled(panel);
    expect(state()).to.deep.equal(['visible', false, 'false']);
    await emulateMedia({ reducedMotion: 'no-preference' });
  });

  it('shows a shared screen completely and unchanged', async () => {
    await setViewport({ width: 1280, height: 800 });
    const { panel } = await openWidget({
      ...STATES.LiveListening(),
      screen: { offered: true, stream: screenPicture() },
    });
    const ownVideo = find<HTMLVideoElement>(panel.shadowRoot!, 'video.own')!;
    const isWhole = () => {
      const { width, height } = ownVideo.getBoundingClientRect();
      return (
        ownVideo.videoWidth > 0 &&
        Math.abs(width / height - ownVideo.videoWidth / ownVideo.videoHeight) < 0.05
      );
    };
    // The shape is known when the first picture has arrived.
    await waitUntil(isWhole, 'it is cut or stretched');
    expect(getComputedStyle(ownVideo).transform).to.equal('none');
  });
});
