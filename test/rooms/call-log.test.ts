import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { assetPath } from '../../src/runtime/asset-data.ts';
import { readCallLog, callLogFiles, CallLogWriter } from '../../src/rooms/embedded/call-log.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-call-log-'));
after(() => fs.rmSync(folder, { recursive: true, force: true }));

const read = async (file: string) => {
  const records: [string, number, string][] = [];
  for await (const { kind, time, bytes } of readCallLog(file)) records.push([kind, time, bytes.toString()]);
  return records;
};

test('records are read again, in order; at any cut, complete records remain', async () => {
  const log = new CallLogWriter({ folder, name: 'one' }, assetPath('faces/mira.face'), 1000.5, (error) =>
    assert.fail(String(error)),
  );
  log.add('joined', 1, Buffer.alloc(0));
  log.add('visitor', 2.25, Buffer.from('voice'));
  log.flush(3);
  log.add('picture', 4, Buffer.from('ab'));
  await log.close();
  log.add('agent', 5, Buffer.from('too late'));
  const [file] = await callLogFiles({ folder, name: 'one' });
  assert.equal(path.basename(file!), 'one.1000.take');
  const completeEntries = [
    ['joined', 1, ''],
    ['visitor', 2.25, 'voice'],
    ['alive', 3, ''],
    ['picture', 4, 'ab'],
  ];
  assert.deepEqual(await read(file!), completeEntries);
  assert.ok(fs.existsSync(path.join(folder, 'one.face')));
  const bytes = fs.readFileSync(file!);
  for (let length = 0; length < bytes.length; length++) {
    fs.writeFileSync(file!, bytes.subarray(0, length));
    const records = await read(file!);
    assert.ok(records.length < completeEntries.length);
    assert.deepEqual(records, completeEntries.slice(0, records.length));
  }
});

test('a full disk ends the log, is reported once, and disturbs nothing', async () => {
  const blockedFolder = path.join(folder, 'blocked');
  fs.writeFileSync(blockedFolder, '');
  const faults: unknown[] = [];
  const log = new CallLogWriter(
    { folder: blockedFolder, name: 'two' },
    assetPath('faces/mira.face'),
    0,
    (error) => faults.push(error),
  );
  for (let count = 0; count < 5; count++) {
    log.add('agent', count, Buffer.from('x'));
    log.flush(count);
    await new Promise(setImmediate);
  }
  await log.close();
  assert.equal(faults.length, 1);
  assert.deepEqual(await callLogFiles({ folder: blockedFolder, name: 'two' }), []);
});
