import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ineffectiveVoice, mayBrowserSpeak } from '../../src/contract/browser-voice.ts';
import { Customization } from '../../src/contract/customization.ts';

const CALL = { isRecorded: false, isTrained: false };

test('the browser speaks where the owner wants it and nothing needs the sound of the service', () => {
  for (const [customization, call, speaks] of [
    [{ voice: 'browser' }, CALL, true],
    [{ voice: 'browser', modality: 'audio', face_rendering: 'browser' }, CALL, true],
    [{}, CALL, false],
    [{ voice: 'service' }, CALL, false],
    [{ voice: 'browser', modality: 'chat' }, CALL, false],
    [{ voice: 'browser', face_rendering: 'service' }, CALL, false],
    [{ voice: 'browser' }, { ...CALL, isRecorded: true }, false],
    [{ voice: 'browser' }, { ...CALL, isTrained: true }, false],
  ] as const) {
    const appearance = Customization.parse(customization);
    assert.equal(mayBrowserSpeak(appearance, call), speaks, JSON.stringify([customization, call]));
    const isSilent = appearance.voice === 'browser' && !speaks;
    assert.equal(ineffectiveVoice(appearance, call).length, isSilent ? 1 : 0);
  }
  assert.equal(Customization.safeParse({ voice: 'siri' }).success, false);
});
