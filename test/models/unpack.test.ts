import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { zipSync } from 'fflate';
import { unpack } from '../../src/models/unpack.ts';
import { noise, tarGz, zip, type Entry } from './publisher.ts';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-unpack-'));
after(() => fs.rmSync(root, { recursive: true, force: true }));
let folderCount = 0;

async function unpackBytes(
  bytes: Uint8Array,
  archiveFormat: 'zip' | 'tar.gz' | 'tar.bz2',
  limits?: { bytes: number; entries: number },
): Promise<Record<string, number>> {
  const target = path.join(root, String((folderCount += 1)));
  fs.mkdirSync(target);
  fs.writeFileSync(path.join(target, 'archive'), bytes);
  const folder = path.join(target, 'in', 'deep');
  try {
    await unpack(path.join(target, 'archive'), archiveFormat, folder, limits);
  } finally {
    const outside = fs
      .readdirSync(target, { recursive: true })
      .map(String)
      .filter((name) => !/^(archive|in|in\/deep(\/.*)?)$/.test(name));
    assert.deepEqual(outside, [], 'nothing is written outside of the folder');
  }
  return Object.fromEntries(
    fs
      .readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => [
        path.relative(folder, path.join(entry.parentPath, entry.name)),
        fs.statSync(path.join(entry.parentPath, entry.name)).size,
      ]),
  );
}
const refusalOf = (reason: RegExp) => ({ name: 'ModelError', code: 'archive', message: reason });

describe('the content of an archive is unpacked', () => {
  test('from a zip, compressed or stored', async () => {
    const files = {
      'model/am/final.mdl': noise(70_000),
      'model/conf/model.conf': noise(10),
      'model/empty': new Uint8Array(0),
    };
    const sizes = { 'model/am/final.mdl': 70_000, 'model/conf/model.conf': 10, 'model/empty': 0 };
    assert.deepEqual(await unpackBytes(zip(files), 'zip'), sizes);
    assert.deepEqual(await unpackBytes(zipSync(files, { level: 0 }), 'zip'), sizes);
  });

  test('from a tar.gz, many files and a large one', async () => {
    const manyEntries = Array.from({ length: 300 }, (_, index): Entry => ({
      path: `data/lang/${index}`,
      body: noise(index),
    }));
    const files = await unpackBytes(
      tarGz([
        { path: 'data/', type: 'Directory' },
        ...manyEntries,
        { path: './data/large.onnx', body: noise(3_000_000) },
      ]),
      'tar.gz',
    );
    assert.equal(Object.keys(files).length, 301);
    assert.equal(files['data/lang/299'], 299);
    assert.equal(files['data/large.onnx'], 3_000_000);
  });

  test('from a tar.bz2', async () => {
    const archive = Buffer.from(
      'QlpoOTFBWSZTWXcT54UAAwNfgsqQQAH/gAAEIAh2L95gAgAGCDAAuphlE0DQABpkAAMZNMgZNDIMjTAjBFRRtGiGgANAaaZL' +
        '/k6y3KxgWQVKahELSWtsHTWQYMkQgDQiQ8FQxYnTnsdIiC1gAJSkEnJrlklr8ELLVBTnZt/BmzhTWxJERxue12Hov+Sc8aIo' +
        'CDHBAQfrhL7eqgOin01fmjy45Vaq8maAg6IO5VoLuSKcKEg7ifPCgA==',
      'base64',
    );
    assert.deepEqual(await unpackBytes(archive, 'tar.bz2'), {
      'tiny/tokens.txt': 8,
      'tiny/deep/model.onnx': 1600,
    });
    await assert.rejects(
      unpackBytes(archive.subarray(0, 150), 'tar.bz2'),
      refusalOf(/cannot be read to its end/),
    );
  });
});

describe('an archive is refused that', () => {
  const invalidTars: readonly (readonly [what: string, entries: readonly Entry[], why: RegExp])[] = [
    ['leads up and out', [{ path: 'model/../../../out', body: 'x' }], /leads out/],
    ['leads to the root', [{ path: '/tmp/palkit-out', body: 'x' }], /leads out/],
    ['leads to a drive', [{ path: 'C:/out', body: 'x' }], /leads out/],
    ['writes backslashes', [{ path: 'model\\..\\out', body: 'x' }], /leads out/],
    [
      'holds a symbolic link',
      [
        { path: 'in', type: 'SymbolicLink', linkpath: '/etc' },
        { path: 'in/passwd', body: 'x' },
      ],
      /a link/,
    ],
    ['holds a hard link', [{ path: 'in', type: 'Link', linkpath: '../../archive' }], /a link/],
    ['holds a device', [{ path: 'null', type: 'CharacterDevice' }], /a link or something else/],
    [
      'holds a file twice',
      [
        { path: 'a', body: 'x' },
        { path: 'b', body: 'x' },
        { path: 'a', body: 'y' },
      ],
      /twice/,
    ],
    [
      'goes too deep',
      [
        { path: 'a/'.repeat(40), type: 'Directory' },
        { path: `${'a/'.repeat(40)}b`, body: 'x' },
      ],
      /leads out/,
    ],
    ['holds nothing', [{ path: 'model/', type: 'Directory' }], /no file/],
  ];
  for (const [title, entries, reason] of invalidTars)
    test(title, () => assert.rejects(unpackBytes(tarGz(entries), 'tar.gz'), refusalOf(reason)));

  test('is a bomb: by bytes, whatever it declares, and by entries', async () => {
    const zeros = new Uint8Array(5_000_000);
    const limits = { bytes: 1_000_000, entries: 100 };
    await assert.rejects(unpackBytes(zip({ zeros }), 'zip', limits), refusalOf(/unpacks to more/));
    await assert.rejects(
      unpackBytes(tarGz([{ path: 'zeros', body: zeros }]), 'tar.gz', limits),
      refusalOf(/unpacks to more/),
    );
    const manyFiles = Array.from({ length: 101 }, (_, index): Entry => ({ path: `f${index}`, body: 'x' }));
    await assert.rejects(unpackBytes(tarGz(manyFiles), 'tar.gz', limits), refusalOf(/more than 100 entries/));
    await assert.rejects(
      unpackBytes(
        zip(Object.fromEntries(manyFiles.map(({ path: name }) => [name, noise(1)]))),
        'zip',
        limits,
      ),
      refusalOf(/more than 100/),
    );
  });

  test('is a zip that leaves the folder, contains a link, or declares a wrong size', async () => {
    await assert.rejects(
      unpackBytes(zip({ '../../out': noise(5) }), 'zip'),
      refusalOf(/archive was refused/),
    );
    await assert.rejects(unpackBytes(zip({ '/out': noise(5) }), 'zip'), refusalOf(/archive was refused/));
    const link = zipSync({
      link: [new TextEncoder().encode('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }],
    });
    await assert.rejects(unpackBytes(link, 'zip'), refusalOf(/a link/));
    const zipWithFalseSize = Buffer.from(zip({ zeros: new Uint8Array(400_000) }));
    const directoryOffset = zipWithFalseSize.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    zipWithFalseSize.writeUInt32LE(10, directoryOffset + 24);
    await assert.rejects(unpackBytes(zipWithFalseSize, 'zip'), refusalOf(/archive was refused/));
  });

  test('is damaged or of another kind', async () => {
    const validArchive = tarGz([{ path: 'model', body: noise(90_000) }]);
    await assert.rejects(
      unpackBytes(validArchive.subarray(0, 40_000), 'tar.gz'),
      refusalOf(/cannot be read to its end/),
    );
    await assert.rejects(
      unpackBytes(Buffer.from('<html>not found</html>'), 'tar.gz'),
      refusalOf(/cannot be read/),
    );
    await assert.rejects(
      unpackBytes(Buffer.from('<html>not found</html>'), 'zip'),
      refusalOf(/cannot be read/),
    );
    await assert.rejects(
      unpackBytes(Buffer.from('<html>not found</html>'), 'tar.bz2'),
      refusalOf(/cannot be read/),
    );
  });
});
