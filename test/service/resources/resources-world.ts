/** A service for tests that address resources by path. */
import { after, before } from 'node:test';
import { ALICE, openWorld, type World } from '../world.ts';

export const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
export const keys = (value: object) => Object.keys(value).sort();
export let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());
export const inject = (
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  key: string | null = ALICE,
  payload?: object,
) =>
  world.service.app.inject({
    method,
    url,
    headers: {
      ...(key ? { 'x-api-key': key } : {}),
      ...(payload ? { 'content-type': 'application/json' } : {}),
    },
    ...(payload ? { payload: JSON.stringify(payload) } : {}),
  });
