/**
 * The service names its own files by the address that it believes to have. A page may know it by another one
 * (`localhost` for `127.0.0.1`, a name of the inside), which is the one that the page's policy allows: they are
 * asked for where the page asks for everything else.
 */
import type { AgentEvent } from '@palkit/contract/room-events';

interface Pictures {
  thumbnail_image_url: string;
  thumbnail_video_url: string;
}

/** The service by its own word, read from the address of a face; null where that says nothing. */
export function ownName({ thumbnail_image_url }: Pictures): string | null {
  return /^(https?:\/\/.+)\/media\/faces\/[\w.]+$/.exec(thumbnail_image_url)?.[1] ?? null;
}

/** The addresses of the service's files in a text, by the page's name for the service. */
function named(text: string, own: string | null, baseUrl: string): string {
  return own === null ? text : text.replaceAll(`${own}/media/`, `${baseUrl.replace(/\/+$/, '')}/media/`);
}

/** A deployment whose pictures are asked for by the page's name for the service. */
export function withOwnFiles<Deployment extends Pictures>(
  deployment: Deployment,
  baseUrl: string,
): Deployment {
  const own = ownName(deployment);
  return {
    ...deployment,
    thumbnail_image_url: named(deployment.thumbnail_image_url, own, baseUrl),
    thumbnail_video_url: named(deployment.thumbnail_video_url, own, baseUrl),
  };
}

/** An event whose card shows the service's pictures by the page's name for it. */
export function namedAs(event: AgentEvent, own: string | null, baseUrl: string): AgentEvent {
  if (event.event_type !== 'conversation.tool_call') return event;
  const { properties } = event;
  return { ...event, properties: { ...properties, arguments: named(properties.arguments, own, baseUrl) } };
}
