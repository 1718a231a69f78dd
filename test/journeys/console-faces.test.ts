/** An owner's faces in the console: a film is uploaded, converted if the service cannot read it, and checked. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { createDeployment } from '../../src/contract/deployments.ts';
import { listFaces } from '../../src/contract/faces.ts';
import { createPal, getPal } from '../../src/contract/pals.ts';
import { until } from '../service/until.ts';
import { assertAccessible } from './accessible.ts';
import { fill, API_KEY, openConsoleWorld, submit, type ConsoleWorld } from './console-world.ts';

const credential = API_KEY;
const FILMS = path.join('test', 'face-training', 'films');
let world: ConsoleWorld;
let pal_id: string;

before(async () => {
  world = await openConsoleWorld();
  await world.signUp();
  const { result: faces } = await world.call(listFaces, { credential });
  const { result: pal } = await world.call(createPal, {
    credential,
    body: { pal_name: 'Guide', system_prompt: 'You help.', default_face_id: faces.data[0]!.face_id },
  });
  pal_id = pal.pal_id;
  await world.call(createDeployment, { credential, body: { pal_id, channel: 'widget' } });
});
after(() => world.close());

const ownFaces = async () =>
  (await world.call(listFaces, { credential, query: { face_type: 'user', verbose: 'true' } as never })).result
    .data;

test('a film is sent, shown, accepted for the agent, and withdrawn', { timeout: 120_000 }, async () => {
  const { page, pageErrors } = await world.signedIn();
  await page.getByRole('link', { name: 'Look' }).click();
  const facesPart = page.locator('palkit-own-faces');
  await facesPart.locator('q').getByText('I agree that a talking face is made of me').waitFor();
  await assertAccessible(page);
  await facesPart.locator('input[type=file]').setInputFiles(path.join(FILMS, 'vp8.webm'));
  await fill(page, 'face-name', 'Ada');
  await facesPart.locator('summary').click();
  await fill(page, 'consent-name', 'Ada Lovelace');
  await fill(page, 'consent-url', 'https://example.com/ada.pdf');
  await submit(page, 'palkit-own-faces');
  await facesPart.getByText('The face is in training.').first().waitFor();
  const card = facesPart.locator('li.stack').filter({ hasText: 'Ada' });
  await card.getByText('Keep it for the agent').waitFor();
  const [face] = await ownFaces();
  assert.deepEqual(
    [face!.status, face!.consent?.name, face!.lips?.state],
    ['completed', 'Ada Lovelace', 'rests'],
  );
  await card.getByText('No face was found').first().waitFor();
  await card.getByText('Keep it for the agent').click();
  await until('the PAL to have the face', async () => {
    const { result } = await world.call(getPal, { credential, params: { pal_id } });
    return result.default_face_id === face!.face_id;
  });
  await assertAccessible(page);
  await card.getByText('Withdraw the consent').click();
  await page.locator('wa-dialog wa-button').filter({ hasText: 'Withdraw the consent' }).click();
  await facesPart.getByText('The face is removed everywhere.').waitFor();
  assert.deepEqual(await ownFaces(), []);
  assert.deepEqual(pageErrors, []);
  await page.close();
});

test('a film that the service cannot read is converted in the browser', { timeout: 120_000 }, async () => {
  const { page } = await world.signedIn();
  await page.getByRole('link', { name: 'Look' }).click();
  const part = page.locator('palkit-own-faces');
  await part.locator('q').getByText('I agree').waitFor();
  await part.locator('input[type=file]').setInputFiles(path.join(FILMS, 'av1.mp4'));
  await submit(page, 'palkit-own-faces');
  await part.getByText('The picture is AV1, in MP4 or MOV').waitFor();
  await part.getByText('Convert in this browser').click();
  await part.getByText('Keep it for the agent').waitFor();
  assert.deepEqual(
    (await ownFaces()).map(({ status, face_name }) => [status, face_name]),
    [['completed', 'av1.mp4']],
  );
  await page.close();
});
