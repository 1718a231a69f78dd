/** Amazon S3 and compatible services with the AWS SDK; all connections pass through the outbound guard. */
import { createReadStream } from 'node:fs';
import { S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { RecordingStore, StorageOf, StoreParts } from './store.ts';

export function openS3(storage: StorageOf<'s3'>, { agents }: StoreParts): RecordingStore {
  const { bucket_name, region, endpoint, access_key_id, secret_access_key, session_token } = storage;
  return {
    uri: (key) => `s3://${bucket_name}/${key}`,
    async put(file, key, signal) {
      const client = new S3Client({
        region,
        ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
        maxAttempts: 2,
        followRegionRedirects: false,
        credentials: {
          accessKeyId: access_key_id,
          secretAccessKey: secret_access_key,
          ...(session_token ? { sessionToken: session_token } : {}),
        },
        // Compute the newer checksums only if the server requires them, because servers of other vendors do
        // not support them.
        requestChecksumCalculation: 'WHEN_REQUIRED',
        responseChecksumValidation: 'WHEN_REQUIRED',
        requestHandler: {
          httpAgent: agents.http,
          httpsAgent: agents.https,
          connectionTimeout: 10_000,
          socketTimeout: 60_000,
        },
      });
      try {
        const upload = new Upload({
          client,
          params: { Bucket: bucket_name, Key: key, Body: createReadStream(file), ContentType: 'video/webm' },
          queueSize: 2,
          partSize: 8 * 1024 * 1024,
        });
        const abort = () => void upload.abort();
        signal.addEventListener('abort', abort, { once: true });
        await upload.done().finally(() => signal.removeEventListener('abort', abort));
      } finally {
        client.destroy();
      }
    },
  };
}
