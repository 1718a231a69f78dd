/**
 * Writes the vectors of the examples of small talk: `node --import tsx scripts/write-small-talk-vectors.ts`, after a
 * change of the examples or the model.
 */
import { writeFile } from 'node:fs/promises';
import { vectorText } from '../src/agent/knowledge/ranking.ts';
import { packVectors } from '../src/agent/knowledge/sentence-table.ts';
import { VECTORS_FILE, type ExampleVectors } from '../src/agent/knowledge/small-talk-classifier.ts';
import { SMALL_TALK_EXAMPLES } from '../src/agent/knowledge/small-talk-examples.ts';
import { SENTENCE_MODEL, SentenceModel } from '../src/agent/language/sentence-model.ts';
import { assetPath } from '../src/runtime/asset-data.ts';
import { systemClock } from '../src/runtime/clock.ts';

const model = new SentenceModel(systemClock);
const lines = Object.values(SMALL_TALK_EXAMPLES).flat();
const packedBytes = packVectors(await model.embeddings().embed(lines.map(vectorText)));
const vectors: ExampleVectors = {
  model: SENTENCE_MODEL,
  vectors: Buffer.from(packedBytes).toString('base64'),
};
await writeFile(assetPath(VECTORS_FILE), `${JSON.stringify(vectors)}\n`);
model.close();
