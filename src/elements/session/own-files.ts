/**
 * The service builds the URLs of its files from its own base URL, but a page may reach it under another
 * (`localhost` for `127.0.0.1`, or an internal name), which is the one that the page's content security
 * policy allows. So the files are fetched from the page's base URL.
 */
import type { AgentEvent } from '@palkit/contract/room-events';

interface Pictures {
  thumbnail_image_url: string;
  thumbnail_video_url: string;
}

/** The service's own base URL, taken from the address of a face; null if it cannot be derived. */
export function serviceUrlOf({ thumbnail_image_url }: Pictures): string | null {
  return /^(https?:\/\/.+)\/media\/faces\/[\w.]+$/.exec(thumbnail_image_url)?.[1] ?? null;
}

/** Replaces the service's own base URL in file addresses by the page's. */
function replaceBase(text: string, own: string | null, baseUrl: string): string {
  return own === null ? text : text.replaceAll(`${own}/media/`, `${baseUrl.replace(/\/+$/, '')}/media/`);
}

/** Replaces the base URL in a deployment's pictures. */
export function withOwnFiles<Deployment extends Pictures>(
  deployment: Deployment,
  baseUrl: string,
): Deployment {
  const own = serviceUrlOf(deployment);
  return {
    ...deployment,
    thumbnail_image_url: replaceBase(deployment.thumbnail_image_url, own, baseUrl),
    thumbnail_video_url: replaceBase(deployment.thumbnail_video_url, own, baseUrl),
  };
}

/** Replaces the base URL in the arguments of a card. */
export function withOwnArguments(event: AgentEvent, own: string | null, baseUrl: string): AgentEvent {
  if (event.event_type !== 'conversation.tool_call') return event;
  const { properties } = event;
  return {
    ...event,
    properties: { ...properties, arguments: replaceBase(properties.arguments, own, baseUrl) },
  };
}
