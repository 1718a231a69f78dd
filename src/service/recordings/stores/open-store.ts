/** Each provider's own client behind the port, loaded when it is first needed. */
import type { RecordingStorage } from '@palkit/contract/recordings';
import type { RecordingStore, StoreParts } from './store.ts';

export async function openStore(storage: RecordingStorage, parts: StoreParts): Promise<RecordingStore> {
  switch (storage.provider) {
    case 's3':
      return (await import('./s3.ts')).openS3(storage, parts);
    case 'gcs':
      return (await import('./gcs.ts')).openGcs(storage, parts);
    case 'azure_blob':
      return (await import('./azure-blob.ts')).openAzureBlob(storage, parts);
  }
}
