/** Reads a response body into memory, with a limit for servers that send endlessly. */
import { OutsideFault } from './outside-fault.ts';

/** Thrown if the body exceeds the limit. */
export class BodyTooLargeError extends OutsideFault {
  override readonly name = 'BodyTooLargeError';
}

/**
 * Returns the body as text of at most `maximum` bytes. For a longer body it throws `BodyTooLargeError` and
 * stops reading. It also rejects with errors of the body's stream, including the reason of an abort.
 */
export async function boundedText(response: Response, maximum: number): Promise<string> {
  if (Number(response.headers.get('content-length') ?? 0) > maximum) {
    await response.body?.cancel().catch(() => undefined);
    throw new BodyTooLargeError('The response is too large.');
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  // An error that is thrown inside the loop also closes the stream.
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength;
    if (length > maximum) throw new BodyTooLargeError('The response is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
