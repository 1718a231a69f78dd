/** The typed client of a console session. Each request has the header that proves its origin. */
import { ApiError } from '@palkit/contract/api-error';
import { createClient, apiErrorOf, type RequestOptions } from '@palkit/contract/client';
import { CONSOLE_HEADER } from '@palkit/contract/console';
import type { Endpoint, Result } from '@palkit/contract/endpoint';
import { uploadFile } from '@palkit/contract/uploads';

/** The service's address, which may have a path: this script is served from `/console/assets/` below it. */
export const SERVICE = import.meta.url.replace(/\/console\/assets\/.*$/, '');

const PROOF = { [CONSOLE_HEADER]: '1' };

const client = createClient<AbortSignal>(SERVICE, (url, init) =>
  fetch(url, { ...init, headers: { ...init.headers, ...PROOF }, credentials: 'same-origin' }),
);

/** Called if a session has ended; resolves when the person has signed in again. */
let signInAgain: () => Promise<void> = () => Promise.reject(new Error('no page asks'));
export function onSessionEnd(ask: () => Promise<void>): void {
  signInAgain = ask;
}

export const isSessionEnd = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'invalid_key';

/** Runs `work`. If the session has ended, waits for the sign-in and runs it again. */
async function withSession<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (error) {
    if (!isSessionEnd(error)) throw error;
    await signInAgain();
    return work();
  }
}

/** Sends a request; the result includes the headers of the response. */
export const requestWithHeaders = <Row extends Endpoint>(
  row: Row,
  options: RequestOptions<Row, AbortSignal> = {},
) => withSession(() => client(row, options));

export const request = async <Row extends Endpoint>(
  row: Row,
  options: RequestOptions<Row, AbortSignal> = {},
): Promise<Result<Row>> => (await requestWithHeaders(row, options)).result;

/** Sends a request, but never opens the sign-in dialog. */
export const attempt = client;

/** Sends a form with a file to an endpoint that accepts one. */
export async function upload<Row extends Endpoint>(row: Row, form: FormData): Promise<Result<Row>> {
  const sender = createClient<AbortSignal>(SERVICE, (url, init) =>
    fetch(url, { method: init.method, body: form, headers: PROOF, credentials: 'same-origin' }),
  );
  return (await withSession(() => sender(row))).result;
}

/** Uploads a large file in chunks, and returns its address. */
export const sendFile = (
  file: Blob,
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<string> =>
  uploadFile({
    service: SERVICE,
    file,
    progress,
    send: (url, init) => fetch(url, { ...init, headers: { ...init.headers, ...PROOF }, signal }),
    pause: (milliseconds) => pause(milliseconds, signal).then(() => signal.throwIfAborted()),
  });

/** Returns the path of an address of the service, without the host, because the page may use another host. */
export function pathOf(address: string): string {
  return URL.canParse(address) ? new URL(address).pathname : address;
}

/** Downloads the file that an endpoint without parameters returns. */
export const download = ({ path }: Endpoint): Promise<Blob> =>
  withSession(async () => {
    const answer = await fetch(SERVICE + path, { headers: PROOF });
    if (!answer.ok) throw apiErrorOf(answer, await answer.text());
    return answer.blob();
  });

/** Downloads a text or a file with this name to the user's computer. */
export function saveFile(name: string, content: BlobPart): void {
  const href = URL.createObjectURL(new Blob([content]));
  Object.assign(document.createElement('a'), { href, download: name }).click();
  URL.revokeObjectURL(href);
}

/** Settles after this many milliseconds, or when the signal aborts. */
export const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const stop = () => (clearTimeout(timer), signal.removeEventListener('abort', stop), resolve());
    const timer = setTimeout(stop, milliseconds);
    signal.addEventListener('abort', stop);
  });
