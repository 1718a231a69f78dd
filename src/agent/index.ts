/**
 * `@palkit/agent`: turns, replies, knowledge, tools and rules of a PAL, and its language and speech. It does not
 * depend on HTTP, a database or WebRTC; the service provides a clock, a log, a room and outbound requests.
 */
export type { AgentOptions } from './agent-options.ts';
export { Agent } from './agent.ts';
export type { Handover } from './turns/handover.ts';
export { CallSummary } from './call-summary.ts';
export { FactAnswers } from './facts/fact-answers.ts';
export { localDate, localTime, nextOpening, currentOpening } from './facts/opening-hours.ts';
export { BlockReader, type ReadBlocks } from './knowledge/block-reader.ts';
export { Knowledge } from './knowledge/knowledge.ts';
export { FACTS_ID, packVectors, textsOf, vectorsName } from './knowledge/sentence-table.ts';
export { TextIndex } from './knowledge/text-index.ts';
export { contentWords, tokens } from './knowledge/words.ts';
export { createEmbeddings, type Embeddings } from './language/embeddings.ts';
export { EngineError } from './language/engine-error.ts';
export { knownFactsOf } from './language/engine-memory.ts';
export { detectLanguage } from './language/language-detection.ts';
export { localeOf, LOCALES, primaryLanguage, PRIMARY_LANGUAGES } from './language/locales.ts';
export { streamAnswer } from './language/model-answer.ts';
export { type ModelEndpoint, ModelError } from './language/model-request.ts';
export type { EngineConfig } from './language/openai-endpoint.ts';
export { SentenceModel, type SentenceModelFiles } from './language/sentence-model.ts';
export { LocalModel } from './local-model/local-model.ts';
export { agentSentences } from './replies/agent-sentences.ts';
export { disclosure } from './replies/disclosure.ts';
export { contactIn } from './replies/contact-details.ts';
export { type CallActions, DocumentResponder } from './replies/document-responder.ts';
export { documentsFirst } from './replies/documents-first.ts';
export { ModelResponder, type Prompt } from './replies/model-responder.ts';
export { type Deck, Presentation, slidesOf } from './replies/presentation.ts';
export type { ReplyContext, Note, ReplyChunk, Responder } from './replies/responder.ts';
export { withoutInstructions } from './replies/untrusted-text.ts';
export { Tracing } from './replies/tracing.ts';
export type { AgentInput, Room, RoomEvent, Turn } from './ports/room.ts';
export { rulesByMeaning, ruleLines, type Rule } from './rules/guardrails.ts';
export { createJudge, type Judge } from './rules/judge.ts';
export { initialState, type ObjectiveState } from './rules/objectives.ts';
export { SUMMARY_BOUNDS, summaryOfPictures } from './rules/picture-summary.ts';
export { type TurnRecorder, TurnWatch } from './rules/turn-watch.ts';
export { VisualGuard } from './rules/visual-guard.ts';
export {
  judgePicture,
  LOOK_INTERVAL_MS as LOOK_INTERVAL_MS,
  pictureOutcome,
  NO_RESULTS,
  type PerceptionEvent,
  questionFor,
  warnOfLongCalls,
} from './rules/visual-judgement.ts';
export { isNoise, isSilence } from './speech/decoding/listening.ts';
export { resample } from './speech/decoding/resampler.ts';
export {
  type RecognitionStream,
  type SpeakOptions,
  type Speech,
  type SpeechToText,
  type TextToSpeech,
  type Vocabulary,
} from './speech/engines.ts';
export { withRecogniserFallback } from './speech/fallback-speech-to-text.ts';
export { withVoiceFallback } from './speech/fallback-text-to-speech.ts';
export { createFliteTextToSpeech } from './speech/flite-text-to-speech.ts';
export { FLITE_VOICES, type FliteVoiceName } from './speech/flite.ts';
export { mouthsOfLoudness } from './speech/mouths.ts';
export { createNeuralTextToSpeech } from './speech/neural/neural-text-to-speech.ts';
export { VoiceHost } from './speech/neural/voice-host.ts';
export { createOpenAISpeechToText } from './speech/openai-speech-to-text.ts';
export { createOpenAITextToSpeech } from './speech/openai-text-to-speech.ts';
export { encodeOpus, PACKET_SECONDS } from './speech/opus.ts';
export type { Pronunciation } from './speech/reading/respelling.ts';
export { RecognitionPool } from './speech/recognition-pool.ts';
export { SherpaHost } from './speech/sherpa/sherpa-host.ts';
export { createSherpaSpeechToText } from './speech/sherpa/sherpa-speech-to-text.ts';
export { createSherpaTextToSpeech } from './speech/sherpa/sherpa-text-to-speech.ts';
export { requestSpeech } from './speech/speech-request.ts';
export { SynthesisPool } from './speech/synthesis-pool.ts';
export { type VoskModel, VoskModels } from './speech/vosk-model.ts';
export { createVoskSpeechToText } from './speech/vosk-speech-to-text.ts';
export { endCallTool, HangUp, HumanRequests, REQUEST_HUMAN, requestHumanTool } from './tools/call-tools.ts';
export type { Canvas, CanvasAction } from './tools/canvas.ts';
export { GO_TO_PAGE, goToPageTool } from './tools/go-to-page.ts';
export { MAX_RESULT, ownTools, PageTools } from './tools/own-tools.ts';
export { searchTool } from './tools/search-tool.ts';
export type { Tool } from './tools/tool.ts';
export { unheardSoundReason } from './turns/echo-line.ts';
export { isPageMessage, type PageState } from './turns/page-messages.ts';
export { turnOptionsOf } from './turns/turn-options.ts';
export type { WrittenLine } from './turns/visitor-line.ts';
export { addressOf, filledTemplate } from './tools/tool-templates.ts';
export { warmUp } from './warm-up.ts';
