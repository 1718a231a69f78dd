/** A model is unpacked while the process that adds it serves calls. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { addModel } from '../../src/models/install.ts';
import { unpackInThread } from '../../src/models/unpack-thread.ts';
import { UNPACK_LIMITS } from '../../src/models/unpack.ts';
import { model, noise } from './publisher.ts';
import { dataDir, parts, publisher, refusalOf, installedNames } from './installing.ts';

/** A tar.bz2 archive with 8 MB of letters in `vosk/am/final.mdl` and 10 letters in `vosk/conf/model.conf`. */
const LETTERS = Buffer.from(
  'QlpoOTFBWSZTWdiwDDUG3cXdgMiAQAH9AAAA9S+fAAgAIABqGminogaNANBoIqgANGgADeIUIaYuxgroUMOObnkUECgkQJsApLYKqF' +
    'YkaH7VBQUVFHnTybcRQUVFHGenvbinlW+rGtk/zFBWSZTWTFER+YDbuMBADAAIAAwgE1GFQhE0VCETmKCskymsiI+VTAG3cYCAGAAQ' +
    'ABhAJqNFQhEwqEInMUFZJlNZMURH5gNu4wEAMAAgADCATUYVCETRUIROYoKyTKayIj5VMAbdxgIAYABAAGEAmo0VCETCoQicxQVkmU' +
    '1kxREfmA27jAQAwACAAMIBNRhUIRNFQhE5igrJMprIiPlUwBt3GAgBgAEAAYQCajRUIRMKhCJzFBWSZTWTFER+YDbuMBADAAIAAwgE' +
    '1GFQhE0VCETmKCskyms+llDUQAALK7AZUIgAPqAAAI/h8+ABAQQADUJKQ0GhoAAyaDaqepoGjQNAAEtnEyBZ0IST/GVGDq6UJMBhzz' +
    'a9omsEaTIa2MSDNMXJfYsAgBCBJI81EAAhAgFtvDuBGDWkYknUSrk/JIX4u5IpwoSBp91N4A==',
  'base64',
);

/** Blocks this thread until the file has this size; returns false after half a minute. */
function blockUntil(file: string, size: number): boolean {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  for (let polls = 0; polls < 1500; polls += 1) {
    if (fs.existsSync(file) && fs.statSync(file).size === size) return true;
    Atomics.wait(flag, 0, 0, 20);
  }
  return false;
}

test('an archive is unpacked while the thread of the calls is blocked', { timeout: 60_000 }, async () => {
  const archive = path.join(dataDir, 'letters.tar.bz2');
  fs.writeFileSync(archive, LETTERS);
  const folder = path.join(dataDir, 'beside');
  const unpacking = unpackInThread({ archive, packed: 'tar.bz2', folder, limits: UNPACK_LIMITS });
  assert.ok(blockUntil(path.join(folder, 'vosk/am/final.mdl'), 8_000_000));
  await unpacking;
});

test('an archive that unpacks to too much or is damaged is refused with its own message', async () => {
  const source = { address: publisher.address('model.tar.bz2'), packed: 'tar.bz2' as const };
  publisher.publish('model.tar.bz2', LETTERS);
  await assert.rejects(addModel(model(source), parts()), refusalOf('archive', /more than any model/));
  publisher.publish('model.tar.bz2', noise(3000));
  await assert.rejects(
    addModel(model(source, { name: 'noise' }), parts()),
    refusalOf('archive', /cannot be read to its end/),
  );
  assert.deepEqual(installedNames(), []);
});

test('a stop ends the thread during its work', { timeout: 60_000 }, async () => {
  const archive = path.join(dataDir, 'letters.tar.bz2');
  fs.writeFileSync(archive, LETTERS);
  const folder = path.join(dataDir, 'stopped');
  const stop = new AbortController();
  const watcher = fs.watch(dataDir, () => fs.existsSync(folder) && stop.abort(new Error('stopped')));
  const request = { archive, packed: 'tar.bz2', folder, limits: UNPACK_LIMITS } as const;
  await assert.rejects(unpackInThread(request, stop.signal), { message: 'stopped' });
  watcher.close();
  const file = path.join(folder, 'vosk/conf/model.conf');
  assert.equal(fs.existsSync(file), false, 'the last file of the archive');
  await assert.rejects(unpackInThread(request, stop.signal), { message: 'stopped' });
});
