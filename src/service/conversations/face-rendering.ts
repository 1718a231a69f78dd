/** Decides whether the page draws the face in a call, instead of playing a video of the service. */
import { FACE_NAMES, type FaceName } from '@palkit/contract/face/characters';
import type { ConversationRow } from '../store/schema.ts';
import type { Store } from '../store/store.ts';

/**
 * Returns the drawing that the page renders. Null for a trained face, for a call without video, and if the
 * deployment's `face_rendering` requests the service's video (docs/decisions/0030-face-in-the-browser.md).
 */
export async function drawingOf(
  { db }: Pick<Store, 'db'>,
  { face_id, deployment_id, document }: Pick<ConversationRow, 'face_id' | 'deployment_id' | 'document'>,
): Promise<FaceName | null> {
  if (document.properties.audio_only) return null;
  const row = await db
    .selectFrom('faces')
    .leftJoin('deployments', (join) => join.on('deployments.id', '=', deployment_id))
    .select(['faces.document as face', 'deployments.document as deployment'])
    .where('faces.id', '=', face_id)
    .executeTakeFirst();
  if (!row || row.face.trained || row.deployment?.customization.face_rendering === 'service') return null;
  return FACE_NAMES.find((name) => name === row.face.asset) ?? null;
}
