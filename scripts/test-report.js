/**
 * A reporter for Node's test runner that writes each test as a JSON line for `scripts/proof.ts`. It is plain
 * JavaScript because Node loads reporters before the TypeScript loader.
 */
import path from 'node:path';

/**
 * @typedef {{ type?: string, error?: Error }} Details
 * @typedef {{ name: string, file?: string, skip?: string | boolean, details?: Details }} Data
 * @param {AsyncIterable<{ type: string, data: Data }>} source
 */
export default async function* report(source) {
  for await (const { type, data } of source) {
    if ((type !== 'test:pass' && type !== 'test:fail') || !data.file) continue;
    const skipped = data.skip !== undefined && data.skip !== false;
    const isSuite = data.details?.type === 'suite';
    const reported = {
      file: path.relative('test', data.file).split(path.sep).join('/'),
      name: data.name,
      ...(isSuite ? { isSuite } : {}),
      status: skipped ? 'skipped' : type === 'test:pass' ? 'passed' : 'failed',
      ...(typeof data.skip === 'string' && data.skip ? { reason: data.skip } : {}),
      ...(type === 'test:fail' ? { reason: String(data.details?.error?.stack) } : {}),
    };
    yield `${JSON.stringify(reported)}\n`;
  }
}
