/**
 * The database migrations, applied in order to PGlite and PostgreSQL. Each is a file that is never edited after it
 * has landed.
 */
import type { Migration } from 'kysely';
import { firstThread } from './migrations/0001-first-thread.ts';
import { memoryStores } from './migrations/0002-memory-stores.ts';
import { objectives } from './migrations/0003-objectives.ts';
import { guardrails } from './migrations/0004-guardrails.ts';
import { jobs } from './migrations/0005-jobs.ts';
import { callbacks } from './migrations/0006-callbacks.ts';
import { connectors } from './migrations/0010-connectors.ts';
import { documents } from './migrations/0011-documents.ts';
import { media } from './migrations/0012-media.ts';
import { embeddings } from './migrations/0020-embeddings.ts';
import { sealedLayers } from './migrations/0030-sealed-layers.ts';
import { watch } from './migrations/0040-watch.ts';
import { postCallActions } from './migrations/0050-post-call-actions.ts';
import { recordings } from './migrations/0050-recordings.ts';
import { sights } from './migrations/0050-sights.ts';
import { daily } from './migrations/0060-daily.ts';
import { processes } from './migrations/0061-processes.ts';
import { documentPages } from './migrations/0070-document-pages.ts';
import { turnTraces } from './migrations/0100-turn-traces.ts';
import { accountCallbacks } from './migrations/0090-account-callbacks.ts';
import { sentenceVectors } from './migrations/0080-sentence-vectors.ts';
import { documentUploads } from './migrations/0110-document-uploads.ts';
import { jobCrashes } from './migrations/0120-job-crashes.ts';
import { jobQueues } from './migrations/0140-job-queues.ts';
import { handovers } from './migrations/0190-handovers.ts';
import { faceConsent } from './migrations/0200-face-consent.ts';
import { participantTags } from './migrations/0220-participant-tags.ts';
import { crawlIntervals } from './migrations/0270-crawl-intervals.ts';
import { separateWords } from './migrations/0271-separate-words.ts';
import { openingHours } from './migrations/0230-opening-hours.ts';
import { runnerSights } from './migrations/0260-runner-sights.ts';
import { pronunciationDictionaries } from './migrations/0172-pronunciation-dictionaries.ts';
import { tools } from './migrations/0171-tools.ts';
import { unansweredTurns } from './migrations/0153-unanswered-turns.ts';
import { lineOrigin } from './migrations/0150-line-origin.ts';
import { crawledPages } from './migrations/0152-crawled-pages.ts';
import { passageOrigin } from './migrations/0151-passage-origin.ts';
import { conversationLists } from './migrations/0165-conversation-lists.ts';
import { namedKeys } from './migrations/0166-named-keys.ts';
import { callbackPresses } from './migrations/0167-callback-presses.ts';
import { consolePeople } from './migrations/0160-console.ts';
import { retention } from './migrations/0168-retention.ts';

export const migrations: Record<string, Migration> = {
  '0001_first_thread': firstThread,
  '0002_memory_stores': memoryStores,
  '0003_objectives': objectives,
  '0004_guardrails': guardrails,
  '0005_jobs': jobs,
  '0006_callbacks': callbacks,
  '0010_connectors': connectors,
  '0011_documents': documents,
  '0012_media': media,
  '0020_embeddings': embeddings,
  '0030_sealed_layers': sealedLayers,
  '0040_watch': watch,
  '0050_post_call_actions': postCallActions,
  '0050_recordings': recordings,
  '0050_sights': sights,
  '0060_daily': daily,
  '0061_processes': processes,
  '0070_document_pages': documentPages,
  '0080_sentence_vectors': sentenceVectors,
  '0090_account_callbacks': accountCallbacks,
  '0100_turn_traces': turnTraces,
  '0110_document_uploads': documentUploads,
  '0120_job_crashes': jobCrashes,
  '0140_job_queues': jobQueues,
  '0150_line_origin': lineOrigin,
  '0151_passage_origin': passageOrigin,
  '0152_crawled_pages': crawledPages,
  '0153_unanswered_turns': unansweredTurns,
  '0160_console': consolePeople,
  '0165_conversation_lists': conversationLists,
  '0166_named_keys': namedKeys,
  '0167_callback_presses': callbackPresses,
  '0168_retention': retention,
  '0171_tools': tools,
  '0172_pronunciation_dictionaries': pronunciationDictionaries,
  '0190_handovers': handovers,
  '0200_face_consent': faceConsent,
  '0220_participant_tags': participantTags,
  '0230_opening_hours': openingHours,
  '0260_runner_sights': runnerSights,
  '0270_crawl_intervals': crawlIntervals,
  '0271_separate_words': separateWords,
};
