/** The built-in tool `go_to_page`, which is used unless the page has a tool with that name. Loaded during a call. */
import { PalNavigateEvent } from './events.ts';
import { pageOrigin } from './page-address.ts';

/** Opens a page of this site, unless the event is prevented. Throws for all other addresses. */
export function navigate(element: EventTarget, path: unknown): string {
  const origin = pageOrigin();
  const isPath = typeof path === 'string' && path.startsWith('/') && URL.canParse(path, origin);
  const url = isPath ? new URL(path, origin) : null;
  if (url?.origin !== origin) {
    console.warn('palkit: the agent may only open pages of this site, so this address was refused:', path);
    throw new Error('not a page of this site');
  }
  if (element.dispatchEvent(new PalNavigateEvent(url.href))) location.assign(url);
  return url.pathname;
}
