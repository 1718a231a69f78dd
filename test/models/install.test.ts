import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { addModel, removeModel } from '../../src/models/install.ts';
import type { ModelError } from '../../src/models/model-error.ts';
import { installedModels, RECORD_FILE } from '../../src/models/installed.ts';
import { createOutbound } from '../../src/outbound/outbound.ts';
import { model, noise, sha256, tarGz, VOSK, zip } from './publisher.ts';
import {
  ZIP,
  clock,
  dataDir,
  remainingFiles,
  parts,
  publisher,
  refusalOf,
  installedNames,
  tinyModel,
} from './installing.ts';

describe('adding a model', () => {
  test('downloads, checks, unpacks and prints it', async () => {
    const fractions: (readonly [number, number | null])[] = [];
    const addedModel = await addModel(
      tinyModel({ sha256: sha256(ZIP), bytes: ZIP.length }),
      parts({ progress: (...share) => fractions.push(share) }),
    );
    assert.deepEqual(installedModels(dataDir), [addedModel]);
    assert.deepEqual(
      [addedModel.name, addedModel.engine, addedModel.folder],
      ['tiny', 'vosk', path.join(dataDir, 'models', 'tiny')],
    );
    assert.deepEqual(addedModel.sources, [
      { address: publisher.address('tiny.zip'), sha256: sha256(ZIP), bytes: ZIP.length },
    ]);
    // The top folder of the archive was removed.
    assert.deepEqual(fs.readdirSync(addedModel.folder).sort(), ['am', 'conf', RECORD_FILE]);
    assert.deepEqual(fractions.at(-1), [ZIP.length, ZIP.length]);
    assert.deepEqual(fs.readdirSync(path.join(dataDir, 'models', '.incoming')), []);
  });

  test('does nothing the second time', async () => {
    await addModel(tinyModel(), parts());
    publisher.requests.length = 0;
    await addModel(tinyModel(), parts());
    assert.deepEqual(publisher.requests, []);
  });

  test('accepts a tar.gz, and several plain files', async () => {
    publisher.publish(
      'tiny.tar.gz',
      tarGz(Object.entries(VOSK).map(([name, body]) => ({ path: name, body }))),
    );
    await addModel(
      model({ address: publisher.address('tiny.tar.gz'), packed: 'tar.gz' }, { name: 'packed' }),
      parts(),
    );
    publisher.publish('a/final.mdl', noise(10));
    publisher.publish('b/model.conf', noise(20));
    const [firstInstall, secondInstall] = [
      { address: publisher.address('a/final.mdl'), to: 'am/final.mdl' },
      { address: publisher.address('b/model.conf'), to: 'conf/model.conf' },
    ];
    await addModel(
      {
        ...model(firstInstall, { name: 'plain' }),
        sources: [firstInstall, secondInstall].map((source) => ({
          sha256: null,
          bytes: null,
          packed: null,
          ...source,
        })),
      },
      parts(),
    );
    assert.deepEqual(installedNames().sort(), ['packed', 'plain']);
    assert.equal(fs.statSync(path.join(dataDir, 'models', 'plain', 'conf', 'model.conf')).size, 20);
  });

  test('follows a redirect hop by hop', async () => {
    publisher.redirects.set('/moved.zip', '/moved/again.zip');
    publisher.redirects.set('/moved/again.zip', publisher.address('tiny.zip'));
    await addModel(tinyModel({ address: publisher.address('moved.zip') }), parts());
    assert.deepEqual(installedNames(), ['tiny']);
    publisher.redirects.set('/round.zip', '/round.zip');
    await assert.rejects(
      addModel(tinyModel({ address: publisher.address('round.zip') }, { name: 'round' }), parts()),
      refusalOf('network', /redirects too often/),
    );
    publisher.redirects.set('/ftp.zip', 'file:///etc/passwd');
    await assert.rejects(
      addModel(tinyModel({ address: publisher.address('ftp.zip') }, { name: 'ftp' }), parts()),
      refusalOf('network', /not https/),
    );
  });

  test('refuses http and private addresses that were not allowed by name', async () => {
    await assert.rejects(
      addModel(tinyModel(), parts({ allowedHosts: [] })),
      refusalOf('network', /is not https/),
    );
    const strict = createOutbound({ clock, allowedHosts: [] });
    await assert.rejects(
      addModel(tinyModel(), parts({ outbound: strict })),
      refusalOf('network', /not a public address/),
    );
    await strict.close();
    assert.deepEqual(publisher.requests, []);
  });
});

describe('a checksum', () => {
  test('that differs from the published one leaves no file', async () => {
    for (const invalid of [{ sha256: sha256(noise(3)) }, { md5: '0'.repeat(32) }]) {
      await assert.rejects(
        addModel(tinyModel(invalid), parts()),
        refusalOf('checksum', /published is .*Nothing was installed/),
      );
      assert.deepEqual(remainingFiles(), []);
      assert.ok(!fs.existsSync(path.join(dataDir, 'models', '.incoming', 'tiny', '0.part')));
    }
    await addModel(tinyModel({ sha256: sha256(ZIP) }), parts());
  });

  test('that is not published is pinned at the first download', async () => {
    await addModel(tinyModel(), parts());
    await removeModel('tiny', dataDir);
    assert.deepEqual(installedNames(), []);
    publisher.publish('tiny.zip', zip({ ...VOSK, 'tiny-vosk/am/more': noise(9) }));
    await assert.rejects(addModel(tinyModel(), parts()), refusalOf('checksum', /what came the first time/));
    publisher.publish('tiny.zip', ZIP);
    await addModel(tinyModel(), parts());
    assert.deepEqual(installedNames(), ['tiny']);
  });

  test('is not computed for a file of another size', async () => {
    await assert.rejects(
      addModel(tinyModel({ bytes: ZIP.length + 1 }), parts()),
      refusalOf('checksum', /bytes; \d+ were published/),
    );
    await assert.rejects(
      addModel(tinyModel({ bytes: ZIP.length - 1 }), parts()),
      refusalOf('checksum', /is larger than \d+ bytes/),
    );
  });
});

describe('a connection', () => {
  test('that is cut continues at its position', async () => {
    publisher.faults.push(50_000, 60_000);
    const cutPositions = new Set([50_000, 110_000]);
    const progress = (bytes: number) => void (cutPositions.delete(bytes) && publisher.cut());
    const addedModel = await addModel(tinyModel({ sha256: sha256(ZIP) }), parts({ progress }));
    assert.equal(addedModel.sources[0]!.sha256, sha256(ZIP));
    assert.deepEqual(
      publisher.requests.map(({ range, ifRange }) => [range, ifRange]),
      [
        [undefined, undefined],
        ['bytes=50000-', '"one"'],
        ['bytes=110000-', '"one"'],
      ],
    );
  });

  test('that is cut begins again if the file has changed', async () => {
    publisher.faults.push(50_000);
    const otherArchive = zip({ ...VOSK, 'tiny-vosk/conf/other': noise(7) });
    const cuts = new Set([50_000]);
    const progress = (bytes: number) => void (cuts.delete(bytes) && publisher.cut());
    const pause = async () => publisher.publish('tiny.zip', otherArchive, '"two"');
    const addedModel = await addModel(tinyModel(), parts({ pause, progress }));
    assert.equal(addedModel.sources[0]!.sha256, sha256(otherArchive));
  });

  test('that makes no progress is given up after five attempts, with a message', async () => {
    publisher.faults.push(-503, -503, -429, -500, -503, -503);
    const delays: number[] = [];
    await assert.rejects(
      addModel(tinyModel(), parts({ pause: async (milliseconds) => void delays.push(milliseconds) })),
      refusalOf('network', /could not be read: it answered 503/),
    );
    assert.deepEqual(delays, [1000, 3000, 10_000, 30_000]);
    publisher.faults.length = 0;
  });

  test('to a missing file is not tried again', async () => {
    await assert.rejects(
      addModel(tinyModel({ address: publisher.address('gone.zip') }), parts()),
      refusalOf('network', /answered 404 .* --from/),
    );
    assert.equal(publisher.requests.length, 1);
  });

  test('that stalls is cut after a minute, and continues', async () => {
    publisher.holding = true;
    const heldRequest = publisher.nextHold();
    let finishWriting!: () => void;
    const firstBytes = new Promise<void>((resolve) => (finishWriting = resolve));
    const adding = addModel(
      tinyModel({ sha256: sha256(ZIP) }),
      parts({ progress: (bytes) => void (bytes > 0 && finishWriting()) }),
    );
    await heldRequest;
    await firstBytes;
    publisher.holding = false;
    clock.move(61_000);
    assert.equal((await adding).name, 'tiny');
    assert.equal(publisher.requests.length, 2);
    assert.match(publisher.requests[1]!.range!, /^bytes=[1-9]/);
  });

  test('that the user stops leaves the downloaded part', async () => {
    publisher.holding = true;
    const stop = new AbortController();
    const adding = addModel(
      tinyModel(),
      parts({
        signal: stop.signal,
        progress: (bytes) => void (bytes > 0 && stop.abort(new Error('stopped'))),
      }),
    );
    await assert.rejects(adding, /stopped/);
    publisher.holding = false;
    await addModel(tinyModel(), parts());
    assert.match(publisher.requests.at(-1)!.range!, /^bytes=[1-9]/);
  });
});

describe('the disk', () => {
  test('is checked before anything is written', async () => {
    await assert.rejects(
      addModel(tinyModel(), parts({ free: async () => ZIP.length })),
      refusalOf('space', /MB are needed and \d+ MB are free/),
    );
    assert.ok(!fs.existsSync(path.join(dataDir, 'models', '.incoming', 'tiny', '0.part')));
    fs.writeFileSync(path.join(dataDir, 'tiny.zip'), ZIP);
    await assert.rejects(
      addModel(tinyModel(), parts({ free: async () => 1000 }), path.join(dataDir, 'tiny.zip')),
      refusalOf('space', /Make room/),
    );
  });

  test('contains a complete model or none, whenever a kill comes', async () => {
    publisher.holding = true;
    const child = fileURLToPath(new URL('./add-in-child.ts', import.meta.url));
    const hold = publisher.nextHold();
    const adding = spawn(process.execPath, ['--import', 'tsx', child, dataDir, publisher.host], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await hold;
    await new Promise((resolve) => adding.stdout.once('data', resolve));
    // The first process locks the model while it adds it.
    await assert.rejects(addModel(tinyModel(), parts()), refusalOf('busy', /Another palkit is adding tiny/));
    await assert.rejects(removeModel('tiny', dataDir), refusalOf('busy', /Another palkit/));
    adding.kill('SIGKILL');
    await new Promise((resolve) => adding.once('exit', resolve));
    assert.deepEqual([installedNames(), remainingFiles()], [[], []]);
    publisher.holding = false;
    await addModel(tinyModel(), parts());
    assert.match(publisher.requests.at(-1)!.range!, /^bytes=[1-9]/, 'what had come is not fetched again');
    assert.deepEqual(installedNames(), ['tiny']);
  });

  test('with the complete download before the kill does not download it again', async () => {
    const file = path.join(dataDir, 'models', '.incoming', 'tiny', '0.part');
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, ZIP);
    fs.writeFileSync(
      `${file}.from.json`,
      JSON.stringify({ address: publisher.address('tiny.zip'), validator: '"one"' }),
    );
    await addModel(tinyModel(), parts());
    assert.deepEqual(
      publisher.requests.map(({ range }) => range),
      [`bytes=${ZIP.length}-`],
    );
    assert.deepEqual(installedNames(), ['tiny']);
  });
});

describe('two commands at once', () => {
  test('the second has to wait, and one model is installed', async () => {
    const outcomes = await Promise.allSettled([
      addModel(tinyModel(), parts()),
      addModel(tinyModel(), parts()),
    ]);
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    assert.equal(
      outcomes.flatMap((entry) =>
        entry.status === 'rejected' ? [(entry.reason as ModelError).code] : [],
      )[0],
      'busy',
    );
    assert.deepEqual(installedNames(), ['tiny']);
  });
});
