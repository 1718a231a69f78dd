/** A backup of the complete service for its owner. An extension of Palkit. */
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const downloadBackup = endpoint({
  name: 'downloadBackup',
  method: 'GET',
  path: '/v2/backup',
  auth: 'key',
  scope: 'all',
  tag: 'account',
  download: ['application/gzip'],
  /** A gzipped tar archive of the data folder without added models. The service continues to run. */
  result: z.string(),
  status: 200,
  errors: ['forbidden', 'conflict', 'too_many_requests'],
});
