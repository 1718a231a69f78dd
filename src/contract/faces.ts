/** Faces (older name: replicas): the audio and visual appearance of a PAL. Specification, Replica (face). */
import * as z from 'zod/mini';
import { legacy } from './aliases.ts';
import { endpoint } from './endpoint.ts';
import { Flag, page, paging } from './lists.ts';
import { Timestamp } from './ids.ts';

export const FACE_STATUSES = ['started', 'training', 'completed', 'ready', 'error'] as const;

export const Face = z.object({
  face_id: z.string(),
  face_name: z.string(),
  thumbnail_video_url: z.string(),
  thumbnail_image_url: z.string(),
  /** `<done>/<total>` */
  training_progress: z.string(),
  status: z.enum(FACE_STATUSES),
  created_at: Timestamp,
  updated_at: Timestamp,
  error_message: z.nullable(z.string()),
  /** Only with `verbose=true`. */
  face_type: z.optional(z.enum(['user', 'system'])),
  model_name: z.string(),
});
export type Face = z.output<typeof Face>;

const name = z.string('must be a string').check(z.minLength(1, 'must not be empty'), z.maxLength(200, 'must be at most 200 characters'));

const verbose = z.optional(Flag);

export const listFaces = endpoint({
  name: 'listFaces', method: 'GET', path: '/v2/faces', auth: 'key', tag: 'faces',
  summary: 'List the faces of the account and the system faces',
  query: z.object({ ...paging(10, 1), verbose }), result: page(Face), status: 200, errors: [],
});
export const getFace = endpoint({
  name: 'getFace', method: 'GET', path: '/v2/faces/{face_id}', auth: 'key', tag: 'faces',
  summary: 'Read a face', query: z.object({ verbose }), result: Face, status: 200, errors: ['face_not_found', 'forbidden'],
});
export const renameFace = endpoint({
  name: 'renameFace', method: 'PATCH', path: '/v2/faces/{face_id}/name', auth: 'key', tag: 'faces',
  summary: 'Rename a face', body: z.object({ face_name: name }), result: Face, status: 200, errors: ['face_not_found', 'forbidden'],
});
export const deleteFace = endpoint({
  name: 'deleteFace', method: 'DELETE', path: '/v2/faces/{face_id}', auth: 'key', tag: 'faces',
  summary: 'Delete a face', result: z.object({ face_id: z.string() }), status: 200, errors: ['face_not_found', 'forbidden', 'conflict'],
});

export const faceEndpoints = [
  listFaces, getFace, renameFace, deleteFace,
  legacy(listFaces, 'listReplicas', '/v2/replicas'),
  legacy(getFace, 'getReplica', '/v2/replicas/{face_id}'),
  legacy(renameFace, 'renameReplica', '/v2/replicas/{face_id}/name'),
  legacy(deleteFace, 'deleteReplica', '/v2/replicas/{face_id}'),
] as const;
