/** Notes for the visitor of a spoken call: device problems, and where speech is recognised. */
import { browserOf } from '../session/browser.ts';
import type { BrowserHearing, View } from '../session/phases.ts';
import { fill, type Words } from '../text/words.ts';

/** Chromium reports the permissions of a page; the visitor cannot fix a frame without `allow`. */
type WithPolicy = { featurePolicy?: { allowsFeature(feature: string): boolean } };

/** Milliseconds for which the face worries about a device that cannot be used. */
export const DEVICE_WORRY_MS = 3000;

/** Describes a problem with a device and how to solve it. */
export function deviceTrouble({ devices }: View, words: Words): string {
  const { microphone, camera, unplugged } = devices;
  const allow = words[`allow${browserOf(navigator)}`];
  if (microphone.state === 'denied')
    return (document as WithPolicy).featurePolicy?.allowsFeature('microphone') === false
      ? words.noHearing
      : `${words.microphoneDenied} ${allow}`;
  if (microphone.state === 'in-use') return words.microphoneInUse;
  if (camera.state === 'denied') return `${words.cameraDenied} ${allow}`;
  if (!unplugged) return '';
  return unplugged.now === null
    ? words.deviceGone
    : fill(words.deviceSwitched, { device: unplugged.now || words.microphone });
}

/** Says where speech is recognised, if the visitor should know. */
export function hearingNote({ hearing, capabilities }: View, words: Words): string {
  if (hearing?.state === 'listening')
    return hearing.where === 'device' ? words.hearingDevice : words.hearingCloud;
  return capabilities?.hearing === 'none' ? words.noHearing : '';
}

/** Offers a download of speech recognition, and reports its progress or its failure. */
export const offersHearing = (state: BrowserHearing['state'] | undefined): boolean =>
  state === 'downloadable' || state === 'downloading' || state === 'failed';

/** True if there is a note to show; `spoken` if the visitor can speak now. */
export function hasNotes(view: View, words: Words, spoken: boolean): boolean {
  const { recording, endsSoon, hearing } = view;
  const hasHearing = offersHearing(hearing?.state) || hearingNote(view, words) !== '';
  return recording || endsSoon || (spoken && (hasHearing || deviceTrouble(view, words) !== ''));
}
