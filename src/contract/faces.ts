/** Faces (legacy name: replicas): the voice and appearance of a PAL. Specification: resources-51. */
import * as z from 'zod/mini';
import { legacyEndpoint } from './aliases.ts';
import { endpoint } from './endpoint.ts';
import { Flag, page, paging, CREATED_FILTERS, NAME_FILTERS, OwnerFilter, Sort } from './lists.ts';
import { ConsentStatement, faceConsentEndpoints, Lips } from './face-consent.ts';
import { FaceReport } from './face-report.ts';
import { HttpUrl, NullableHttpUrl, Timestamp } from './ids.ts';
import { nameSchema } from './names.ts';

/**
 * For each status, the statuses that may follow. The response to a request that creates a face returns `training`
 * for `started`, and callbacks have `ready` for `completed` (specification: states-9).
 */
export const FACE_MOVES = { started: ['completed', 'error'], completed: [], error: [] } as const;
export type FaceStatus = keyof typeof FACE_MOVES;
const FACE_STATUSES = ['started', 'completed', 'error'] as const satisfies readonly FaceStatus[];

/** Limits for a training video. */
export const TRAINING_VIDEO = {
  maxBytes: 500 * 1024 * 1024,
  minSeconds: 2,
  maxSeconds: 300,
  minSide: 256,
  maxSide: 1920,
  maxBitsPerSecond: 4_000_000,
  minRate: 5,
  maxRate: 60,
} as const;
/** A drawn face that every installation has; the default for a PAL. */
export const DEFAULT_FACE_ID = 'r5f2a9c81d04e7b36a1c2';
/** Maximum number of faces per account in training. */
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
  /** Progress as `<completed steps>/<all steps>`. */
  training_progress: z.string(),
  status: z.enum(FACE_STATUSES),
  created_at: Timestamp,
  updated_at: Timestamp,
  error_message: z.nullable(z.string()),
  /** This field and those up to `mouths_image_url` are present only with `verbose=true`. */
  face_type: z.optional(z.enum(['user', 'system'])),
  /** A code for the fault in the film that made the training fail. */
  error_code: z.optional(z.nullable(z.string())),
  /** Duration of the film in seconds; null until it was opened. */
  film_seconds: z.optional(z.nullable(z.number())),
  /** Tells whether the lips move with the words, and if not, why. */
  lips: z.optional(Lips),
  /** The form of the person's consent; null if no consent is known. */
  consent: z.optional(z.nullable(FaceConsent)),
  /** The report of the training; null if the film was not examined. */
  report: z.optional(z.nullable(FaceReport)),
  /** Picture of the mouth shapes of a face that speaks, seven squares in a row; empty for other faces. */
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

/** Prefix of the address of a film that was uploaded in a form; the file's name follows. */
export const UPLOADED_FILM = 'upload:';
/** Fields of a form with a film. `consent_name` and `consent_statement_url` must be given together. */
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
    // Truncate between characters, because half of a surrogate pair cannot be encoded.
    train_video_url: UPLOADED_FILM + encodeURIComponent([...file].slice(0, 200).join('')),
    ...(consent_name === undefined
      ? {}
      : { consent: { name: consent_name, statement_url: consent_statement_url! } }),
  })),
);

/** Body of a training callback. It is sent twice, the second time with the legacy names of `aliases.ts`. */
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
  body: z.object({
    ...fields,
    /** Address of a film, or of a completed upload of this account. */
    train_video_url: HttpUrl,
    /** Without it, the lips move only if the film contains the sentence of `GET /v2/faces/consent`. */
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
  query: z.object({
    ...paging(10, 1),
    sort: Sort,
    verbose,
    ...NAME_FILTERS,
    ...CREATED_FILTERS,
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
  legacyEndpoint(createFace, 'createReplica', '/v2/replicas'),
  legacyEndpoint(listFaces, 'listReplicas', '/v2/replicas'),
  legacyEndpoint(getFace, 'getReplica', '/v2/replicas/{face_id}'),
  legacyEndpoint(renameFace, 'renameReplica', '/v2/replicas/{face_id}/name'),
  legacyEndpoint(deleteFace, 'deleteReplica', '/v2/replicas/{face_id}'),
] as const;
