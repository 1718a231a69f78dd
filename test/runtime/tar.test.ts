/** An archive of folders is valid even if files change or disappear while they are read. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { after, before, describe, test } from 'node:test';
import { extract } from 'tar';
import { tarOf } from '../../src/runtime/tar.ts';

describe('an archive', () => {
  let folder = '';
  before(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-tar-'))));
  after(() => fs.rmSync(folder, { recursive: true, force: true }));
  const fill = (name: string): string => {
    const sourceFolder = path.join(folder, name);
    for (const parent of ['a', 'b']) {
      fs.mkdirSync(path.join(sourceFolder, parent), { recursive: true });
      fs.writeFileSync(path.join(sourceFolder, parent, 'file'), parent.repeat(1000));
    }
    return sourceFolder;
  };
  const unpack = async (chunks: AsyncIterable<Uint8Array>): Promise<string> => {
    const cwd = fs.mkdtempSync(path.join(folder, 'unpacked-'));
    await pipeline(Readable.from(chunks), extract({ cwd }));
    return cwd;
  };

  test('is complete without a folder that is removed while it is written', async () => {
    const sourceFolder = fill('removed');
    const [firstName] = fs.readdirSync(sourceFolder);
    const otherName = firstName === 'a' ? 'b' : 'a';
    async function* archiveWhileRemoving() {
      let count = 0;
      for await (const chunk of tarOf([{ from: sourceFolder, as: '' }])) {
        if (count++ === 0) fs.rmSync(path.join(sourceFolder, otherName), { recursive: true });
        yield chunk;
      }
    }
    const folder = await unpack(archiveWhileRemoving());
    assert.deepEqual(fs.readdirSync(folder), [firstName]);
    assert.equal(fs.readFileSync(path.join(folder, firstName!, 'file'), 'utf8'), firstName!.repeat(1000));
  });

  test('has the stated size of a file that becomes shorter or longer', async () => {
    const sourceFolder = fill('changed');
    async function* archiveWhileChanging() {
      let count = 0;
      for await (const chunk of tarOf([{ from: sourceFolder, as: 'inner' }])) {
        // The first three chunks are the headers of the top folder, of a folder and of its file.
        if (++count === 3)
          for (const subfolder of ['a', 'b'])
            fs.writeFileSync(path.join(sourceFolder, subfolder, 'file'), 'x');
        yield chunk;
      }
    }
    const folder = await unpack(archiveWhileChanging());
    const sizes = ['a', 'b'].map(
      (subfolder) => fs.statSync(path.join(folder, 'inner', subfolder, 'file')).size,
    );
    assert.deepEqual(
      sizes.sort((a, b) => a - b),
      [1, 1000],
    );
  });

  test('of a folder that does not exist fails', async () => {
    await assert.rejects(unpack(tarOf([{ from: path.join(folder, 'missing'), as: '' }])), { code: 'ENOENT' });
  });
});
