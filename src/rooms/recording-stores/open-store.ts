/** Opens the storage client of each provider, which is loaded when it is first needed. */
import type { RecordingStorage } from '@palkit/contract/recordings';
import {
  areInstalled,
  MissingPackageError,
  withPackages,
  type OptionalPackages,
} from '@palkit/runtime/optional-package';
import type { RecordingStore, StoreParts } from './store.ts';

type Provider = RecordingStorage['provider'];

const PACKAGES: Readonly<Record<Provider, OptionalPackages>> = {
  s3: { purpose: 'Storage at S3', packages: ['@aws-sdk/client-s3', '@aws-sdk/lib-storage'] },
  gcs: { purpose: 'Google Cloud Storage', packages: ['@google-cloud/storage'] },
  azure_blob: { purpose: 'Azure Blob Storage', packages: ['@azure/storage-blob'] },
};

/** Returns a sentence for the user if the provider's client is not installed; otherwise null. */
export function missingClient(provider: Provider): string | null {
  const packages = PACKAGES[provider];
  return areInstalled(packages) ? null : new MissingPackageError(packages).message;
}

export async function openStore(storage: RecordingStorage, parts: StoreParts): Promise<RecordingStore> {
  const packages = PACKAGES[storage.provider];
  switch (storage.provider) {
    case 's3':
      return (await withPackages(packages, () => import('./s3.ts'))).openS3(storage, parts);
    case 'gcs':
      return (await withPackages(packages, () => import('./gcs.ts'))).openGcs(storage, parts);
    case 'azure_blob':
      return (await withPackages(packages, () => import('./azure-blob.ts'))).openAzureBlob(storage, parts);
  }
}
