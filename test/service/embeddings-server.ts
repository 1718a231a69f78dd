/** An OpenAI-compatible `/embeddings` on 127.0.0.1 that returns bag-of-words vectors; synonyms share a dimension. */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

const SYNONYMS: Record<string, string> = {
  bicycle: 'bike',
  cycle: 'bike',
  hours: 'open',
  cost: 'price',
  expensive: 'price',
  dog: 'pet',
  hound: 'pet',
  physician: 'doctor',
};
const DIMENSIONS = 1024;

export function bagOfWords(text: string): number[] {
  const vector = new Array<number>(DIMENSIONS).fill(0);
  for (const word of text.toLowerCase().match(/[a-z]{3,}/g) ?? []) {
    let hash = 7;
    for (const letter of SYNONYMS[word] ?? word) hash = (hash * 31 + letter.charCodeAt(0)) % 100_003;
    vector[hash % DIMENSIONS]! += 1;
  }
  return vector;
}

export class EmbeddingsServer {
  readonly requests: { input: string[]; model: string; key: string | undefined }[] = [];
  /** Called for each request. Returns a status, another body, `silence` for no response, or null for the vectors. */
  answer: (number: number) => number | string | null = () => null;
  readonly #server: http.Server;

  private constructor() {
    this.#server = http.createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request.setEncoding('utf8')) body += chunk as string;
      const { input, model } = JSON.parse(body) as { input: string[]; model: string };
      this.requests.push({ input, model, key: request.headers.authorization });
      const scriptedAnswer = this.answer(this.requests.length);
      if (scriptedAnswer === 'silence') return;
      if (typeof scriptedAnswer === 'number') return void response.writeHead(scriptedAnswer).end('{}');
      // Return the vectors in a different order than requested, so that only `index` identifies them.
      response.end(
        scriptedAnswer ??
          JSON.stringify({
            data: input.map((text, index) => ({ index, embedding: bagOfWords(text) })).reverse(),
          }),
      );
    });
  }
  static async open(): Promise<EmbeddingsServer> {
    const server = new EmbeddingsServer();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`;
  }
  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
