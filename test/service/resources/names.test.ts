/** Names that the service assigns to a resource without a name are as readable as names from a request. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createDocument, UPLOAD_PREFIX, UploadFields } from '../../../src/contract/documents.ts';
import { titleOf } from '../../../src/service/resources/speech.ts';
import { ALICE, openWorld, type World } from '../world.ts';

let world: World;
before(async () => {
  world = await openWorld();
});
after(() => world.close());

test('the name of a document from its address contains no invisible characters', async () => {
  const rows = {
    'https://example.com/a/Price%E2%80%AEfdp.exe': 'Pricefdp.exe',
    'https://example.com/%00%E2%80%8B': 'example.com',
    'https://example.com/list.pdf': 'list.pdf',
  };
  for (const [document_url, name] of Object.entries(rows)) {
    const { result } = await world.call(createDocument, { credential: ALICE, body: { document_url } });
    assert.equal(result.document_name, name);
  }
});

test('a long file name is cut without splitting an emoji', () => {
  const { document_url } = UploadFields.parse({ file: `${'a'.repeat(199)}🚲.pdf` });
  assert.equal(decodeURIComponent(document_url), `${UPLOAD_PREFIX}${'a'.repeat(199)}🚲`);
});

test('the title of a script contains no invisible characters', () => {
  assert.equal(titleOf('Hello\u202e\n there\u200b. '), 'Hello there.');
});
