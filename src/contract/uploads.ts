/** Uploads a file to `/v2/uploads` in pieces with tus 1.0, and continues after a lost connection. */
import { apiErrorOf, type Answer } from './client.ts';

const PIECE_BYTES = 4 * 1024 * 1024;
const MAX_FAILURES = 8;
const TUS_HEADERS = { 'tus-resumable': '1.0.0' };

/** The used parts of a `Blob`. */
export interface Source {
  readonly size: number;
  slice(from: number, to: number): this;
}
export interface UploadParts<File extends Source> {
  /** The service's address. */
  service: string;
  file: File;
  /** Sends a request; rejects if there is no connection. */
  send(url: string, init: { method: string; headers: Record<string, string>; body?: File }): Promise<Answer>;
  /** Waits before another attempt; rejects if the upload was stopped. */
  pause(milliseconds: number): Promise<void>;
  /** Called with the fraction that was sent, 0 to 1. */
  progress(share: number): void;
}

/** Uploads a file; resolves with its address, for example for `train_video_url`. */
export async function uploadFile<File extends Source>(parts: UploadParts<File>): Promise<string> {
  const { service, file, send, pause, progress } = parts;
  const headers = { ...TUS_HEADERS, 'upload-length': String(file.size) };
  const creation = await send(`${service}/v2/uploads`, { method: 'POST', headers });
  const address = creation.headers.get('location');
  if (!creation.ok || !address) throw await refusalOf(creation);
  // The client may reach the service by another host name than the public one, so only the id of the address
  // is used.
  const url = `${service}/v2/uploads/${address.split('/').at(-1)}`;
  let failures = 0;
  for (let offset = 0; offset < file.size; progress(offset / file.size)) {
    const response = await sendPiece(parts, url, offset);
    const hasAdvanced = response?.ok === true && (offsetOf(response) ?? 0) > offset;
    failures = hasAdvanced ? 0 : failures + 1;
    if (failures > MAX_FAILURES) throw await failureOf(response);
    if (failures > 0) await pause(1000 * failures);
    // If the response to this request is lost, the offset stays the same, and the next piece shows the error.
    const state = hasAdvanced
      ? response
      : await send(url, { method: 'HEAD', headers: TUS_HEADERS }).catch(() => null);
    offset = offsetOf(state) ?? offset;
  }
  return address;
}

/**
 * Sends one piece; resolves to null if there is no connection. A wrong offset or a server error may be temporary,
 * so neither is thrown.
 */
async function sendPiece<File extends Source>(
  { file, send }: UploadParts<File>,
  url: string,
  at: number,
): Promise<Answer | null> {
  const headers = {
    ...TUS_HEADERS,
    'content-type': 'application/offset+octet-stream',
    'upload-offset': String(at),
  };
  const body = file.slice(at, at + PIECE_BYTES);
  const answer = await send(url, { method: 'PATCH', headers, body }).catch(() => null);
  if (answer && !answer.ok && answer.status < 500 && answer.status !== 409) throw await refusalOf(answer);
  return answer;
}

/** Returns the number of bytes that the service has received; null if the response does not state it. */
function offsetOf(answer: Answer | null): number | null {
  const offset = answer?.headers.get('upload-offset') ?? '';
  return /^\d{1,15}$/.test(offset) ? Number(offset) : null;
}

async function failureOf(answer: Answer | null): Promise<Error> {
  if (!answer) return new TypeError('no connection');
  return answer.ok ? new Error('The service did not store the file.') : refusalOf(answer);
}

const refusalOf = async (answer: Answer): Promise<Error> => apiErrorOf(answer, await answer.text());
