import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { readForm } from '../../../src/service/http/form.ts';

test(
  'a form whose sender disconnected before it was read is refused without a wait',
  { timeout: 10_000 },
  async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'palkit-form-'));
    try {
      const body = new PassThrough();
      body.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf');
      body.destroy();
      await assert.rejects(
        readForm(
          body,
          { 'content-type': 'multipart/form-data; boundary=x' },
          { path: path.join(folder, 'file'), maximumBytes: 1000 },
        ),
        /The form ended before it was complete/,
      );
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  },
);
