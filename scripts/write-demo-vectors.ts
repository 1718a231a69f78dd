/**
 * Writes the vectors of the demo's documents, so that a new installation finds answers by meaning at once. Run
 * `node --import tsx scripts/write-demo-vectors.ts` after a change of the documents, the model or the splitting.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import pino from 'pino';
import { BlockReader } from '../src/agent/knowledge/block-reader.ts';
import { SentenceModel } from '../src/agent/language/sentence-model.ts';
import { splitText } from '../src/extraction/chunks.ts';
import { systemClock } from '../src/runtime/clock.ts';
import { VectorMaker } from '../src/service/documents/vector-maker.ts';
import { asset } from '../src/service/platform/asset.ts';
import { DEMO_DOCUMENTS, type DemoVectors } from '../src/service/seed/seed.ts';

/** Computes the vectors of the demo's documents with this model. */
export async function demoVectors(model: SentenceModel): Promise<DemoVectors> {
  const reader = new BlockReader(systemClock);
  const maker = new VectorMaker({
    clock: systemClock,
    log: pino({ level: 'silent' }),
    read: reader.read,
    embeddings: model.embeddings({ of: 'documents' }),
    local: true,
  });
  const files: DemoVectors['files'] = {};
  for (const { name, file } of DEMO_DOCUMENTS) {
    const chunks = splitText(await readFile(asset(file), 'utf8'));
    const vectors: (string | null)[] = [];
    for await (const pieceVectors of maker.make(chunks, name, { signal: new AbortController().signal }))
      vectors[pieceVectors.at] = pieceVectors.vectors && Buffer.from(pieceVectors.vectors).toString('base64');
    files[file] = vectors;
  }
  await reader.close();
  return { model: maker.model, files };
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  const model = new SentenceModel(systemClock);
  const vectors = await demoVectors(model);
  await writeFile(asset('seed/vectors.json'), `${JSON.stringify(vectors, null, 1)}\n`);
  model.close();
}
