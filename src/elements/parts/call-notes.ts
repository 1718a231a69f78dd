/** Notes for the visitor of a spoken call: device problems, and where speech is recognised. */
import { browserOf } from '../session/browser.ts';
import type { View } from '../session/phases.ts';
import { fill, type Words } from '../text/words.ts';

/** Chromium tells what a page may use; the visitor cannot help a frame without `allow`. */
type WithPolicy = { featurePolicy?: { allowsFeature(feature: string): boolean } };

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
