/** A launcher loads the agent's picture from `/face` before the visitor opens it. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openWorld, type World } from '../world.ts';

describe('/face', () => {
  let world: World;
  before(async () => {
    world = await openWorld();
  });
  after(() => world.close());

  const ask = (id: string) => world.service.app.inject({ url: `/face/${encodeURIComponent(id)}` });
  const deployment = (channel: string, widget?: object) =>
    world.deployment({ channel, ...(widget ? { customization: { widget } } : {}) });

  test('redirects any page to the picture of the face, cacheable for ten minutes', async () => {
    for (const channel of ['widget', 'embed']) {
      const { statusCode, headers } = await ask(await deployment(channel));
      assert.equal(statusCode, 302);
      assert.match(headers.location!, /^\.\.\/media\/faces\/\w+\.jpg$/);
      assert.equal(headers['cache-control'], 'public, max-age=600');
      assert.equal(headers['cross-origin-resource-policy'], 'cross-origin');
      const { pathname } = new URL(headers.location!, 'http://localhost/face/d1');
      const picture = await world.service.app.inject({ url: pathname });
      assert.deepEqual([picture.statusCode, picture.headers['content-type']], [200, 'image/jpeg']);
    }
  });

  test("redirects to the owner's own picture", async () => {
    const avatar = 'https://shop.example/agent.webp';
    assert.equal((await ask(await deployment('widget', { avatar }))).headers.location, avatar);
  });

  test('answers 404 if the owner wants no picture on the launcher, or the deployment is unavailable', async () => {
    for (const id of [
      await deployment('widget', { avatar: false }),
      await deployment('widget', { variant: 'compact' }),
      'd0',
      'x'.repeat(200),
      '"><script>',
    ]) {
      const { statusCode, body, headers } = await ask(id);
      assert.deepEqual([statusCode, body, headers.location], [204, '', undefined], id);
    }
  });
});
