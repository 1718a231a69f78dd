import type { Document } from '@palkit/contract/documents';
import { html, nothing, type TemplateResult } from 'lit';
import { isReading } from '@palkit/contract/documents-of-pal';
import { joinWords } from './templates.ts';
import { t } from './words.ts';

/** Returns a text with the state of a document, and the number of pages read if it is a website. */
export function readingText(document: Document): string {
  const count = document.crawled_urls?.length ?? 0;
  return joinWords([
    isReading(document) ? t('reading') : t(document.status === 'ready' ? 'read' : 'notRead'),
    count > 0 && t('pageCount', { count }),
  ]);
}

/** Renders the state of a document: its progress, and the reason if it could not be read. */
export const documentState = (document: Document): TemplateResult =>
  html`${
    isReading(document)
      ? html`<progress
          aria-label=${t('progressOf', { name: document.document_name })}
          max="100"
          .value=${document.progress ?? 0}
        ></progress>`
      : nothing
  }
  ${document.error_details ? html`<span class="bad">${document.error_details}</span>` : nothing}`;
