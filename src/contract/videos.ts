/** Videos: a face that speaks a script or a recording, stored as a file. Specification: resources-52. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Id, NullableHttpUrl, Timestamp } from './ids.ts';
import { page, paging, Sort, CREATED_FILTERS, NAME_FILTERS } from './lists.ts';
import { Script } from './speech.ts';
import { nameSchema } from './names.ts';

/** For each status, the statuses that may follow. */
export const VIDEO_MOVES = { generating: ['ready', 'error'], ready: [], error: [] } as const;
export type VideoStatus = keyof typeof VIDEO_MOVES;
const VIDEO_STATUSES = ['generating', 'ready', 'error'] as const satisfies readonly VideoStatus[];

/** Maximum number of videos per account that are rendered at the same time. */
export const MAX_GENERATING_VIDEOS = 20;
/** Limits for a recording that is spoken. */
export const RECORDING_LIMITS = { maxBytes: 50 * 1024 * 1024, maxSeconds: 600 } as const;

const name = nameSchema();

export const Video = z.object({
  video_id: z.string(),
  video_name: z.string(),
  status: z.enum(VIDEO_STATUSES),
  face_id: z.string(),
  /** The source of the video. The script is empty if the source was a recording. */
  data: z.object({ script: z.string(), audio_url: z.optional(z.string()) }),
  /** WebM (VP8, Opus), served as an attachment; null until it is ready. */
  download_url: z.nullable(z.string()),
  /** A page that plays the video. */
  hosted_url: z.string(),
  /** The same file with byte ranges, for a player; null until it is ready. */
  stream_url: z.nullable(z.string()),
  /** Progress as `<completed steps>/<all steps>`. */
  generation_progress: z.string(),
  status_details: z.string(),
  error_details: z.nullable(z.string()),
  /** Stored as sent, but no background is added to the face. */
  background_url: z.string(),
  background_source_url: z.string(),
  /** WebP; null until it is ready. */
  still_image_thumbnail_url: z.nullable(z.string()),
  /** Always null, because no GIF is generated. */
  gif_thumbnail_url: z.nullable(z.string()),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type Video = z.output<typeof Video>;

/** Body of a video callback (specification: events-22). */
export const VideoCallback = z.object({
  video_id: z.string(),
  video_name: z.string(),
  status: z.enum(['ready', 'error']),
  face_id: z.string(),
  data: Video.shape.data,
  download_url: z.nullable(z.string()),
  hosted_url: z.string(),
  stream_url: z.nullable(z.string()),
  generation_progress: z.string(),
  status_details: z.string(),
  error_details: z.optional(z.string()),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type VideoCallback = z.output<typeof VideoCallback>;

const path = '/v2/videos/{video_id}';

export const createVideo = endpoint({
  name: 'createVideo',
  method: 'POST',
  path: '/v2/videos',
  auth: 'key',
  tag: 'videos',
  body: z
    .object({
      face_id: Id,
      script: z.optional(z.nullable(Script)),
      audio_url: z.optional(NullableHttpUrl),
      video_name: z.optional(name),
      callback_url: z.optional(NullableHttpUrl),
      background_url: z.optional(NullableHttpUrl),
    })
    .check(({ value, issues }) => {
      if (((value.script ?? null) === null) === ((value.audio_url ?? null) === null))
        issues.push({
          code: 'custom',
          message: 'is required unless audio_url is set. Send exactly one of them',
          path: ['script'],
          input: value,
        });
    }),
  result: Video,
  status: 200,
  errors: ['unknown_reference', 'face_not_ready', 'too_many_requests', 'voice_unavailable'],
});
export const listVideos = endpoint({
  name: 'listVideos',
  method: 'GET',
  path: '/v2/videos',
  auth: 'key',
  tag: 'videos',
  query: z.object({
    ...paging(10, 1),
    sort: Sort,
    ...NAME_FILTERS,
    ...CREATED_FILTERS,
    status: z.optional(z.enum(VIDEO_STATUSES, `must be ${VIDEO_STATUSES.join(', ')}`)),
  }),
  result: page(Video),
  status: 200,
  errors: [],
});
export const getVideo = endpoint({
  name: 'getVideo',
  method: 'GET',
  path,
  auth: 'key',
  tag: 'videos',
  result: Video,
  status: 200,
  errors: ['video_not_found', 'forbidden'],
});
export const renameVideo = endpoint({
  name: 'renameVideo',
  method: 'PATCH',
  path: '/v2/videos/{video_id}/name',
  auth: 'key',
  tag: 'videos',
  body: z.object({ video_name: name }),
  result: Video,
  status: 200,
  errors: ['video_not_found', 'forbidden'],
});
export const deleteVideo = endpoint({
  name: 'deleteVideo',
  method: 'DELETE',
  path,
  auth: 'key',
  tag: 'videos',
  result: z.object({ video_id: z.string() }),
  status: 200,
  errors: ['video_not_found', 'forbidden'],
});

export const videoEndpoints = [createVideo, listVideos, getVideo, renameVideo, deleteVideo] as const;
