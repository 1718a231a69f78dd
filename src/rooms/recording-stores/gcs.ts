/**
 * Google Cloud Storage with its official client. Only the address and the key of a service account are
 * accepted, never a credentials file, which could refer to other hosts.
 */
import { Storage } from '@google-cloud/storage';
import { allowedEndpoint, type RecordingStore, type StorageOf, type StoreParts } from './store.ts';

export function openGcs(
  { bucket_name, client_email, private_key, endpoint }: StorageOf<'gcs'>,
  { allowedHosts }: StoreParts,
): RecordingStore {
  const apiEndpoint = allowedEndpoint(endpoint, allowedHosts);
  const storage = new Storage({
    projectId: 'palkit',
    credentials: { client_email, private_key },
    ...(apiEndpoint ? { apiEndpoint } : {}),
    retryOptions: { maxRetries: 1 },
    timeout: 60_000,
  });
  return {
    uri: (key) => `gs://${bucket_name}/${key}`,
    async put(file, key, signal) {
      signal.throwIfAborted();
      await storage
        .bucket(bucket_name)
        .upload(file, { destination: key, contentType: 'video/webm', resumable: false, validation: false });
    },
  };
}
