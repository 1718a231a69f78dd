/** Tables of faces: the faces, the consent audit log, and films that are being uploaded. */
import type { CONSENT_EVENTS, Lips } from '@palkit/contract/face-consent';
import type { FaceReport } from '@palkit/contract/face-report';
import type { Face, FaceStatus } from '@palkit/contract/faces';
import type { ColumnType, Generated } from 'kysely';
import type { Json, Time } from './columns.ts';

/** The stored part of a face: its fields in the API, and the source of its frames. */
export type FaceDocument = Pick<Face, 'training_progress' | 'error_message' | 'model_name'> & {
  /** The base name of the face's files: built-in ones, or media files of a trained face. */
  asset: string;
  trained?: {
    train_video_url: string;
    callback_url: string | null;
    /** The media file of an uploaded film, which is removed when the training ends. */
    film?: string;
  };
  /** Seconds of the film, set when the film was opened; the face's files then include a still. */
  film_seconds?: number;
  error_code?: string | null;
  consent?: Exclude<Face['consent'], undefined>;
  lips?: Lips;
  /** The report of the training, if it examined the film. */
  report?: FaceReport;
};

export interface FaceTables {
  faces: {
    id: string;
    account_id: number | null;
    name: string;
    status: Generated<FaceStatus>;
    document: Json<FaceDocument>;
    created_at: Time;
    updated_at: Time;
  };
  /** Rows are only added and never changed; they outlive the face. */
  face_consents: {
    id: ColumnType<number, never, never>;
    account_id: number;
    face_id: string;
    event: (typeof CONSENT_EVENTS)[number];
    name: string | null;
    statement_url: string | null;
    recognised_words: string | null;
    created_at: ColumnType<Date, string, never>;
  };
  /** Resumable uploads (`../uploads/uploads.ts`). */
  uploads: {
    id: string;
    account_id: number;
    /** The name of the media file. */
    file: string;
    /** The original file name. */
    name: string;
    /** Number of bytes; the database client may return it as text. */
    length: ColumnType<number | string, number, never>;
    received: ColumnType<number | string, number | undefined, number>;
    created_at: ColumnType<Date, string, never>;
    expires_at: ColumnType<Date, string, string>;
  };
}
