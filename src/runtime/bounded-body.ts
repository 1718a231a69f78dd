/** Reads a response's body into memory, for servers that may send endlessly. */
import { OutsideFault } from './outside-fault.ts';

/** The body exceeds the limit. */
export class TooMuch extends OutsideFault {
  override readonly name = 'TooMuch';
}

/**
 * The body as text, of at most `most` bytes; above them it throws `TooMuch` and stops reading. Other failures are the
 * exceptions of the body's stream, including an abort's reason.
 */
export async function boundedText(response: Response, most: number): Promise<string> {
  if (Number(response.headers.get('content-length') ?? 0) > most) {
    await response.body?.cancel().catch(() => undefined);
    throw new TooMuch('The response is too large.');
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  // An exception that leaves the loop ends the stream.
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength;
    if (length > most) throw new TooMuch('The response is too large.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
