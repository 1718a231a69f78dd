/** Sends a film in pieces after tus 1.0, and continues after a lost connection. */
import { refusal } from '@palkit/contract/client';
import { CONSOLE_HEADER } from '@palkit/contract/console';
import { pause, SERVICE } from '../base/api.ts';

const PIECE = 4 * 1024 * 1024;
const MAX_FAILURES = 8;
const HEADERS = { [CONSOLE_HEADER]: '1', 'tus-resumable': '1.0.0' };

/** The address of the film for `train_video_url`. `progress` receives shares of the whole. */
export async function sendFilm(
  film: Blob,
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const creation = await ask(`${SERVICE}/v2/uploads`, 'POST', { 'upload-length': String(film.size) }, signal);
  const address = creation.headers.get('location');
  if (!creation.ok || !address) throw await refusalOf(creation);
  // The page may have been opened under another host name than the public one.
  const url = `${SERVICE}/v2/uploads/${address.split('/').at(-1)}`;
  let failures = 0;
  for (let at = 0; at < film.size; progress(at / film.size)) {
    const answer = await sendPiece(url, film, at, signal);
    failures = answer?.ok ? 0 : failures + 1;
    if (failures > MAX_FAILURES) throw answer ? await refusalOf(answer) : new TypeError('no connection');
    if (failures > 0) await pause(1000 * failures, signal);
    signal.throwIfAborted();
    const state = answer?.ok ? answer : await ask(url, 'HEAD', {}, signal).catch(() => null);
    at = Number(state?.headers.get('upload-offset') ?? at);
  }
  return address;
}

/** Null without a connection. A wrong offset or a fault of the service may pass, so neither is a refusal. */
async function sendPiece(url: string, film: Blob, at: number, signal: AbortSignal): Promise<Response | null> {
  const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(at) };
  const answer = await ask(url, 'PATCH', headers, signal, film.slice(at, at + PIECE)).catch(() => null);
  if (answer && !answer.ok && answer.status < 500 && answer.status !== 409) throw await refusalOf(answer);
  return answer;
}

const ask = (
  url: string,
  method: string,
  headers: Record<string, string>,
  signal: AbortSignal,
  body: Blob | null = null,
): Promise<Response> => fetch(url, { method, headers: { ...HEADERS, ...headers }, signal, body });

const refusalOf = async (answer: Response): Promise<Error> => refusal(answer, await answer.text());
