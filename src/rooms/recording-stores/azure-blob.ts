/** Azure Blob Storage with its official client and the key of a storage account. */
import { BlobServiceClient, StorageSharedKeyCredential } from '@azure/storage-blob';
import { allowedEndpoint, type RecordingStore, type StorageOf, type StoreParts } from './store.ts';

export function openAzureBlob(
  { bucket_name, account_name, account_key, endpoint }: StorageOf<'azure_blob'>,
  { allowedHosts }: StoreParts,
): RecordingStore {
  const address = allowedEndpoint(endpoint, allowedHosts) ?? `https://${account_name}.blob.core.windows.net`;
  const service = new BlobServiceClient(address, new StorageSharedKeyCredential(account_name, account_key), {
    retryOptions: { maxTries: 2, tryTimeoutInMs: 60_000 },
  });
  return {
    uri: (key) => `${address}/${bucket_name}/${key}`,
    async put(file, key, signal) {
      await service
        .getContainerClient(bucket_name)
        .getBlockBlobClient(key)
        .uploadFile(file, {
          blobHTTPHeaders: { blobContentType: 'video/webm' },
          blockSize: 8 * 1024 * 1024,
          concurrency: 2,
          abortSignal: signal,
        });
    },
  };
}
