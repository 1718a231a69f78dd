import path from 'node:path';

/**
 * Tests that prove no line of the specification and take more than five seconds while others run on the same two
 * cores. `npm test` omits them. `npm run test:all` runs a fifth of them each day, or all with `SLOW_TESTS=all`.
 * Paths are relative to `test/`.
 */
export const SLOW_TESTS: readonly string[] = [
  'agent/call-summary.test.ts',
  'agent/cut-sentence.test.ts',
  'agent/knowledge/answers.test.ts',
  'agent/knowledge/demo.test.ts',
  'agent/language/engine-isolation.test.ts',
  'agent/language/sentence-model.test.ts',
  'agent/language/text-calls.test.ts',
  'agent/speech/flite-voice.test.ts',
  'agent/speech/lip-sync.test.ts',
  'agent/speech/neural/voice-host.test.ts',
  'agent/speech/vosk-speech-to-text.test.ts',
  'agent/whole-turn.test.ts',
  'developer-tools/agent-command.test.ts',
  'developer-tools/mcp.test.ts',
  'extraction/extraction.test.ts',
  'face-training/train-face.test.ts',
  'frameworks/packages.test.ts',
  'models/unpack-thread.test.ts',
  'rooms/face-cues.test.ts',
  'rooms/face-engine/engine-in-call.test.ts',
  'rooms/media-faces.test.ts',
  'rooms/media-hangs.test.ts',
  'rooms/media-jobs/media-jobs.test.ts',
  'rooms/performance.test.ts',
  'service/compose/site.test.ts',
  'service/connectors/links.test.ts',
  'service/console/signing-in.test.ts',
  'service/conversations/call-tools.test.ts',
  'service/conversations/go-to-page.test.ts',
  'service/conversations/handovers.test.ts',
  'service/conversations/learning.test.ts',
  'service/conversations/living-processes.test.ts',
  'service/conversations/presentation.test.ts',
  'service/conversations/typed-lines.test.ts',
  'service/conversations/variables.test.ts',
  'service/documents/document-pages.test.ts',
  'service/documents/embeddings.test.ts',
  'service/documents/known-documents.test.ts',
  'service/documents/participant-tags.test.ts',
  'service/documents/scheduled-crawls.test.ts',
  'service/documents/sentence-vectors.test.ts',
  'service/documents/uploads.test.ts',
  'service/http/before-router.test.ts',
  'service/http/closing.test.ts',
  'service/http/lists.test.ts',
  'service/http/metrics.test.ts',
  'service/http/slow-requests.test.ts',
  'service/keys-of-a-running-service.test.ts',
  'service/media/crash.test.ts',
  'service/media/playing.test.ts',
  'service/regular-expressions.test.ts',
  'service/resources/backups.test.ts',
  'service/resources/connector-secrets.test.ts',
  'service/resources/conversation-exports.test.ts',
  'service/resources/conversation-list.test.ts',
  'service/resources/engine-sources.test.ts',
  'service/resources/face-consent.test.ts',
  'service/resources/face-training.test.ts',
  'service/resources/face-uploads.test.ts',
  'service/resources/faces-in-use.test.ts',
  'service/resources/models.test.ts',
  'service/resources/opening-hours.test.ts',
  'service/resources/retention.test.ts',
  'service/resources/trained-face.test.ts',
  'service/resources/voices.test.ts',
  'service/security/file-parsers.test.ts',
  'service/security/hanging-receivers.test.ts',
  'service/security/hostile-engines.test.ts',
  'service/security/networks.test.ts',
  'service/security/proxies.test.ts',
  'service/security/shares.test.ts',
  'service/store/late-server.test.ts',
  'service/store/turns.test.ts',
  'service/supervise.test.ts',
  'testing/scenario-files.test.ts',
  'testing/scenarios.test.ts',
];

/**
 * Tests that take long, and that every complete run includes, because a fault in their subjects is likely or would be
 * serious. `npm test` omits them too. Paths are relative to `test/`.
 */
export const LONG_TESTS: readonly string[] = [
  'agent/earlier-subjects.test.ts',
  'agent/knowledge/small-talk.test.ts',
  'agent/knowledge/text-index.test.ts',
  'agent/language/dialects/dialects.test.ts',
  'agent/language/installed-sentences.test.ts',
  'agent/language/stream-forms.test.ts',
  'agent/noisy-room.test.ts',
  'agent/speech/neural/piper-voice.test.ts',
  'agent/speech/noise-suppression.test.ts',
  'agent/speech/openai-engines.test.ts',
  'agent/speech/phonemes/voice-symbols.test.ts',
  'agent/speech/vosk-decoder.test.ts',
  'agent/uncertain-answer.test.ts',
  'extraction/crawl/crawl.test.ts',
  'models/command.test.ts',
  'models/install.test.ts',
  'models/unpack.test.ts',
  'rooms/media.test.ts',
  'service/conversations/briefing.test.ts',
  'service/keys.test.ts',
  'service/media/serving.test.ts',
  'service/resources/pal-questions.test.ts',
  'service/resources/promises.test.ts',
  'service/resources/video-making.test.ts',
  'service/store/turn-kills.test.ts',
];

/** Days since 1970; they determine which slow tests run. */
export const day = Math.floor(Date.now() / 86_400_000);
/** True if the test at `index` of a list runs today; each day one test in `cycle` does. */
export const hasItsTurn = (index: number, cycle: number): boolean => index % cycle === day % cycle;

const CYCLE = 5;
const turnOf = (file: string) => SLOW_TESTS.indexOf(path.relative('test', file).split(path.sep).join('/'));

/** True for a slow test; `file` is its path relative to the repository root. */
export const isSlow = (file: string): boolean => turnOf(file) >= 0;
const longTests = new Set(LONG_TESTS.map((file) => path.join('test', file)));
/** True for a test that only complete runs include; `file` is its path relative to the repository root. */
export const isLong = (file: string): boolean => longTests.has(file);
/** True if a test runs today; tests that are not slow always run. */
export const isInTurn = (file: string): boolean =>
  !isSlow(file) || process.env['SLOW_TESTS'] === 'all' || hasItsTurn(turnOf(file), CYCLE);
