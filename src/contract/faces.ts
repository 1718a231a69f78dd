/** Faces (older name: replicas): the audio and visual appearance of a PAL. Specification: resources-51. */
import * as z from 'zod/mini';
import { legacy } from './aliases.ts';
import { endpoint } from './endpoint.ts';
import { Flag, page, paging, CREATED, NAMED, OwnerFilter, Sort } from './lists.ts';
import { ConsentStatement, faceConsentEndpoints, Lips } from './face-consent.ts';
import { FaceReport } from './face-report.ts';
import { HttpUrl, NullableHttpUrl, Timestamp } from './ids.ts';
import { nameSchema } from './names.ts';

/**
 * Status → the statuses that may follow. The answer to a create says `training` for `started`, and callbacks
 * say `ready` for `completed` (specification: states-9).
 */
export const FACE_MOVES = { started: ['completed', 'error'], completed: [], error: [] } as const;
export type FaceStatus = keyof typeof FACE_MOVES;
const FACE_STATUSES = ['started', 'completed', 'error'] as const satisfies readonly FaceStatus[];

/** Bounds of a training video. */
export const TRAINING_VIDEO = {
  maxBytes: 500 * 1024 * 1024,
  minSeconds: 2,
  maxSeconds: 300,
  minPixels: 256,
  maxPixels: 1920,
  maxBitsPerSecond: 4_000_000,
  minRate: 5,
  maxRate: 60,
} as const;
/** The drawn face of every installation, which is the default for a PAL. */
export const DEFAULT_FACE_ID = 'r5f2a9c81d04e7b36a1c2';
/** Faces of one account that may be in training at the same time. */
export const MAX_FACES_IN_TRAINING = 10;

const FaceConsent = z.object({
  by: z.enum(['film', 'statement']),
  name: z.nullable(z.string()),
  statement_url: z.nullable(z.string()),
  given_at: Timestamp,
});

export const Face = z.object({
  face_id: z.string(),
  face_name: z.string(),
  /** Empty until the face is trained. */
  thumbnail_video_url: z.string(),
  /** JPEG or WebP; empty until the face is trained. */
  thumbnail_image_url: z.string(),
  /** `<completed steps>/<all steps>` */
  training_progress: z.string(),
  status: z.enum(FACE_STATUSES),
  created_at: Timestamp,
  updated_at: Timestamp,
  error_message: z.nullable(z.string()),
  /** This and those up to `mouths_image_url` only with `verbose=true`. */
  face_type: z.optional(z.enum(['user', 'system'])),
  /** A code for the film's fault if the training refused it. */
  error_code: z.optional(z.nullable(z.string())),
  /** Seconds of the film; null until it was opened. */
  film_seconds: z.optional(z.nullable(z.number())),
  /** Whether lips move with the words, and why they rest. */
  lips: z.optional(Lips),
  /** The form of the person's consent; null without a known consent. */
  consent: z.optional(z.nullable(FaceConsent)),
  /** The report of the training; null if the film was not examined. */
  report: z.optional(z.nullable(FaceReport)),
  /** The mouths of a face that speaks, seven squares in a row; empty for others. */
  mouths_image_url: z.optional(z.string()),
  model_name: z.string(),
});
export type Face = z.output<typeof Face>;

const name = nameSchema();

const verbose = z.optional(Flag);

const fields = {
  face_name: z._default(name, 'Face'),
  callback_url: z.optional(NullableHttpUrl),
};

/** Prefix of the address of a film that came in a form; the file's own name follows. */
export const UPLOADED_FILM = 'upload:';
/** The fields of a form with a film. `consent_name` and `consent_statement_url` must be given together. */
const FilmForm = z.pipe(
  z
    .object({
      ...fields,
      file: z.string('must be a file'),
      consent_name: z.optional(name),
      consent_statement_url: z.optional(HttpUrl),
    })
    .check(
      z.refine((form) => (form.consent_name === undefined) === (form.consent_statement_url === undefined), {
        path: ['consent_statement_url'],
        message: 'is needed together with consent_name',
      }),
    ),
  z.transform(({ file, consent_name, consent_statement_url, ...form }) => ({
    ...form,
    // Cut between characters: half of one cannot be encoded.
    train_video_url: UPLOADED_FILM + encodeURIComponent([...file].slice(0, 200).join('')),
    ...(consent_name === undefined
      ? {}
      : { consent: { name: consent_name, statement_url: consent_statement_url! } }),
  })),
);

/** Body of a training callback. It is sent twice, the second time with the older names of `aliases.ts`. */
export const FaceCallback = z.object({
  face_id: z.string(),
  status: z.enum(['ready', 'error']),
  error_message: z.optional(z.string()),
});
export type FaceCallback = z.output<typeof FaceCallback>;

export const createFace = endpoint({
  name: 'createFace',
  method: 'POST',
  path: '/v2/faces',
  auth: 'key',
  tag: 'faces',
  summary: 'Train a face from a video; `callback_url` receives the result',
  body: z.object({
    ...fields,
    /** A film at an address, or the address of a finished upload of this account. */
    train_video_url: HttpUrl,
    /** Without it lips move only where the film holds the sentence of `GET /v2/faces/consent`. */
    consent: z.optional(ConsentStatement),
  }),
  upload: { fields: FilmForm, maximumBytes: TRAINING_VIDEO.maxBytes },
  result: z.object({ face_id: z.string(), status: z.literal('training') }),
  status: 200,
  errors: ['too_many_requests', 'upload_conflict'],
});
export const listFaces = endpoint({
  name: 'listFaces',
  method: 'GET',
  path: '/v2/faces',
  auth: 'key',
  tag: 'faces',
  summary: 'List the faces of the account and the system faces',
  query: z.object({
    ...paging(10, 1),
    sort: Sort,
    verbose,
    ...NAMED,
    ...CREATED,
    status: z.optional(z.enum(FACE_STATUSES, `must be ${FACE_STATUSES.join(', ')}`)),
    face_type: OwnerFilter,
  }),
  result: page(Face),
  status: 200,
  errors: [],
});
export const getFace = endpoint({
  name: 'getFace',
  method: 'GET',
  path: '/v2/faces/{face_id}',
  auth: 'key',
  tag: 'faces',
  summary: 'Read a face',
  query: z.object({ verbose }),
  result: Face,
  status: 200,
  errors: ['face_not_found', 'forbidden'],
});
export const renameFace = endpoint({
  name: 'renameFace',
  method: 'PATCH',
  path: '/v2/faces/{face_id}/name',
  auth: 'key',
  tag: 'faces',
  summary: 'Rename a face',
  body: z.object({ face_name: name }),
  result: Face,
  status: 200,
  errors: ['face_not_found', 'forbidden'],
});
export const deleteFace = endpoint({
  name: 'deleteFace',
  method: 'DELETE',
  path: '/v2/faces/{face_id}',
  auth: 'key',
  tag: 'faces',
  summary: 'Delete an unused face and its files',
  result: z.object({ face_id: z.string() }),
  status: 200,
  errors: ['face_not_found', 'forbidden', 'face_in_use'],
});

export const faceEndpoints = [
  ...faceConsentEndpoints,
  createFace,
  listFaces,
  getFace,
  renameFace,
  deleteFace,
  legacy(createFace, 'createReplica', '/v2/replicas'),
  legacy(listFaces, 'listReplicas', '/v2/replicas'),
  legacy(getFace, 'getReplica', '/v2/replicas/{face_id}'),
  legacy(renameFace, 'renameReplica', '/v2/replicas/{face_id}/name'),
  legacy(deleteFace, 'deleteReplica', '/v2/replicas/{face_id}'),
] as const;
