/** Encrypts secrets at rest (AES-256-GCM) with a key that is derived from the installation's secret. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

export interface Seal {
  /** `context` binds the secret to its use; it cannot be decrypted with another context. */
  close(text: string, context: string): string;
  open(sealedText: string, context: string): string;
}

export function createSeal(installationSecret: string): Seal {
  const key = Buffer.from(hkdfSync('sha256', installationSecret, '', 'palkit sealed secrets', 32));
  return {
    close(text, context) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context));
      const sealedText = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealedText]).toString('base64');
    },
    open(sealedText, context) {
      const bytes = Buffer.from(sealedText, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
  };
}
