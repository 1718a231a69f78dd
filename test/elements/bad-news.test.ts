/** While bad news is shown, a worried face replaces the agent's smiling picture. */
import { expect } from '@open-wc/testing';
import { STATES, type StateName } from '../../stories/states.ts';
import { finishAnimations, openWidget } from './widget.ts';

const BAD: readonly StateName[] = [
  'CaptchaFailed',
  'UnavailableInactive',
  'UnavailableBusy',
  'FailedNetwork',
  'FailedRoom',
  'EndedByLostConnection',
  'EndedByFailure',
];
const GOOD: readonly StateName[] = [
  'FirstScreen',
  'Consent',
  'CaptchaSolving',
  'EndedByVisitor',
  'EndedByLimit',
];

describe('the face beside a message', () => {
  for (const name of [...BAD, ...GOOD])
    it(`${BAD.includes(name) ? 'is worried' : "is the agent's"}: ${name}`, async () => {
      const { panel, widget } = await openWidget(STATES[name]());
      const picture = panel.shadowRoot!.querySelector('.picture')!;
      expect(picture.querySelectorAll('img').length).to.equal(BAD.includes(name) ? 0 : 1);
      expect(picture.querySelectorAll('svg').length).to.equal(BAD.includes(name) ? 1 : 0);
      finishAnimations(widget);
      await expect(widget).shadowDom.to.be.accessible();
      widget.remove();
    });
});
