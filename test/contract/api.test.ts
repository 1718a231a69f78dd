/** The public interface of each package is recorded, so that each change is visible in a review. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { apiReport } from '../../scripts/api-report.ts';

const report = apiReport();

test('docs/api says what the built packages export (npm run build, npm run docs)', () => {
  const pages = Object.entries(report);
  assert.deepEqual(
    pages.map(([file]) => file),
    [
      'contract',
      'palkit',
      'runtime',
      'agent',
      'outbound',
      'models',
      'extraction',
      'face-training',
      'developer-tools',
      'tool-servers',
      'testing',
      'rooms',
      'service',
    ].map((name) => `docs/api/${name === 'palkit' ? name : `palkit-${name}`}.md`),
  );
  for (const [file, text] of pages) assert.equal(fs.readFileSync(file, 'utf8'), text, file);
});

test('the report contains unexported types that exported ones name', () => {
  const page = report['docs/api/palkit.md']!;
  assert.match(page, /## palkit\/session[\s\S]*interface Session\b/);
  assert.match(page, /## Named by these[\s\S]*interface RoomListener\b/);
});
