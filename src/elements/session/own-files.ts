/**
 * Loads the service's files from the page's base URL. The service builds their addresses from its own base URL,
 * but a page may use another one (`localhost` for `127.0.0.1`, or an internal name), and the page's content
 * security policy allows only that one.
 */
import type { AgentEvent } from '@palkit/contract/room-events';

interface Pictures {
  thumbnail_image_url: string;
  thumbnail_video_url: string;
}

/** Returns the service's own base URL, derived from the address of a face; null if that is not possible. */
export function serviceUrlOf({ thumbnail_image_url }: Pictures): string | null {
  return /^(https?:\/\/.+)\/media\/faces\/[\w.]+$/.exec(thumbnail_image_url)?.[1] ?? null;
}

/** Replaces the service's base URL in addresses of files by the page's. */
function replaceBase(text: string, serviceUrl: string | null, baseUrl: string): string {
  return serviceUrl === null
    ? text
    : text.replaceAll(`${serviceUrl}/media/`, `${baseUrl.replace(/\/+$/, '')}/media/`);
}

/** Replaces the base URL in the addresses of a deployment's pictures. */
export function withOwnFiles<Deployment extends Pictures>(
  deployment: Deployment,
  baseUrl: string,
): Deployment {
  const ownUrl = serviceUrlOf(deployment);
  return {
    ...deployment,
    thumbnail_image_url: replaceBase(deployment.thumbnail_image_url, ownUrl, baseUrl),
    thumbnail_video_url: replaceBase(deployment.thumbnail_video_url, ownUrl, baseUrl),
  };
}

/** Replaces the base URL in the arguments of a card. */
export function withOwnArguments(event: AgentEvent, ownUrl: string | null, baseUrl: string): AgentEvent {
  if (event.event_type !== 'conversation.tool_call') return event;
  const { properties } = event;
  return {
    ...event,
    properties: { ...properties, arguments: replaceBase(properties.arguments, ownUrl, baseUrl) },
  };
}
