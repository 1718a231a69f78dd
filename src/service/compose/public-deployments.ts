/** The public part of a deployment: its database row if it is active, and its agent's picture. */
import type { Context } from '../http/context.ts';
import { thumbnails } from '../resources/faces.ts';

export async function activeDeployment(context: Context, id: string) {
  if (!/^\w{1,128}$/.test(id)) return undefined;
  return context.store.db
    .selectFrom('deployments')
    .select(['id', 'name', 'channel', 'pal_id', 'document'])
    .where('id', '=', id)
    .where('status', '=', 'active')
    .executeTakeFirst();
}

/** Returns the address of the agent's picture; null if the face has none. */
export async function pictureOf(context: Context, palId: string): Promise<string | null> {
  const face = await context.store.db
    .selectFrom('pals')
    .innerJoin('faces', (join) =>
      join.on((on) => on('faces.id', '=', on.ref('pals.document', '->>').key('default_face_id'))),
    )
    .selectAll('faces')
    .where('pals.id', '=', palId)
    .executeTakeFirst();
  return thumbnails(face, context.config).thumbnail_image_url || null;
}
