/** The room's data name the face that the page can draw itself, unless the owner wants the service to send a video. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createDeployment } from '../../../src/contract/deployments.ts';
import { createPal } from '../../../src/contract/pals.ts';
import { roomServers } from '../../../src/contract/rooms.ts';
import { SYSTEM_FACES } from '../../../src/service/seed/seed.ts';
import { ALICE, openWorld, type World } from '../world.ts';

describe('the drawing of a call', () => {
  let world: World;
  before(async () => {
    world = await openWorld();
  });
  after(() => world.close());

  async function drawingOf(deploymentId: string): Promise<unknown> {
    const { conversation_id, meeting_token } = await world.start(deploymentId);
    const { result } = await world.call(roomServers, {
      params: { conversation_id },
      credential: meeting_token,
    });
    return result.face;
  }

  test('is named for each face that code draws', async () => {
    for (const { id, asset } of SYSTEM_FACES) {
      const { result } = await world.call(createPal, {
        credential: ALICE,
        body: { system_prompt: 'x', default_face_id: id },
      });
      assert.equal(await drawingOf(await world.deployment({ pal_id: result.pal_id })), asset);
    }
  });

  test('is null if the owner wants a video of the service, and unknown values are refused', async () => {
    const customization = { face_rendering: 'service' };
    assert.equal(await drawingOf(await world.deployment({ customization })), null);
    assert.equal(
      await drawingOf(await world.deployment({ customization: { face_rendering: 'browser' } })),
      'mira',
    );
    const refusal = await world.refusal(createDeployment, {
      credential: ALICE,
      body: {
        pal_id: await world.pal(),
        channel: 'widget',
        customization: { face_rendering: 'both' as never },
      },
    });
    assert.equal(refusal.code, 'invalid_request');
    assert.match(refusal.text, /face_rendering must be browser or service/);
  });
});
