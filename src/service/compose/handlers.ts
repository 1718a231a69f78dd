/** Maps each endpoint to the function that handles it. */
import type { Handlers } from '../http/binder.ts';
import * as account from '../resources/account.ts';
import * as callbacks from '../resources/callbacks.ts';
import * as canvas from '../resources/canvas-interactions.ts';
import { SIGN_INS_PER_MINUTE } from '@palkit/contract/console';
import * as ownerConsole from '../resources/console.ts';
import * as connectors from '../resources/connectors.ts';
import * as conversationDays from '../resources/conversation-days.ts';
import * as conversationExports from '../resources/conversation-exports.ts';
import * as removal from '../resources/conversation-removal.ts';
import * as conversations from '../resources/conversations.ts';
import * as feedback from '../resources/feedback.ts';
import { MESSAGES_PER_DAY, MESSAGES_PER_HOUR } from '@palkit/contract/deployment-messages';
import * as deploymentMessages from '../resources/deployment-messages.ts';
import * as deployments from '../resources/deployments.ts';
import { createLimiter, createLocalLimiter } from '../gates/limits.ts';
import * as publicEndpoints from '../resources/public-endpoints.ts';
import * as documentPages from '../resources/document-pages.ts';
import * as documentText from '../resources/document-text.ts';
import * as documents from '../resources/documents.ts';
import * as faceConsent from '../resources/face-consent.ts';
import * as faces from '../resources/faces.ts';
import { PERSON_LINES_PER_MINUTE } from '@palkit/contract/handovers';
import * as handovers from '../resources/handovers.ts';
import * as keys from '../resources/keys.ts';
import * as models from '../resources/models.ts';
import * as memories from '../resources/memory-stores.ts';
import { INTERACTIONS_PER_MINUTE } from '@palkit/contract/interactions';
import * as guardrailTags from '../resources/guardrail-tags.ts';
import * as guardrails from '../resources/guardrails.ts';
import * as interactions from '../resources/interactions.ts';
import * as objectiveChecks from '../resources/objective-checks.ts';
import * as dictionaries from '../resources/pronunciation-dictionaries.ts';
import * as objectives from '../resources/objectives.ts';
import { ENGINE_CHECKS_PER_HOUR } from '@palkit/contract/engine-checks';
import * as engineChecks from '../resources/engine-checks.ts';
import * as engines from '../resources/engines.ts';
import { PROMPTS_PER_MINUTE } from '@palkit/contract/pal-prompt';
import { QUESTIONS_PER_MINUTE } from '@palkit/contract/pal-questions';
import * as palPrompt from '../resources/pal-prompt.ts';
import * as palQuestions from '../resources/pal-questions.ts';
import * as pals from '../resources/pals.ts';
import * as rooms from '../resources/rooms.ts';
import { SITE_CHECKS_PER_HOUR } from '@palkit/contract/site-checks';
import { SITE_LOOKS_PER_HOUR } from '@palkit/contract/site-looks';
import * as backups from '../resources/backups.ts';
import * as siteChecks from '../resources/site-checks.ts';
import * as siteLooks from '../resources/site-looks.ts';
import * as skills from '../resources/skills.ts';
import * as speech from '../resources/speech.ts';
import { UNANSWERED_READS_PER_MINUTE } from '@palkit/contract/unanswered-questions';
import * as unanswered from '../resources/unanswered-questions.ts';
import * as fieldChecks from '../resources/field-checks.ts';
import * as attachedTools from '../resources/attached-tools.ts';
import * as tools from '../resources/tools.ts';
import * as videos from '../resources/videos.ts';
import * as voices from '../resources/voices.ts';
import { createSpeechLimiter } from '../resources/speech-limiter.ts';
import type { Store } from '../store/store.ts';
import type { ModelInstaller } from '@palkit/models/installer';
import { localEngineCache } from '@palkit/models/local-engines';

export async function createHandlers(store: Store, installer: ModelInstaller): Promise<Handlers> {
  return {
    ...(await palRows(store)),
    ...KNOWLEDGE_ROWS,
    ...RULE_ROWS,
    ...CONNECTOR_ROWS,
    ...MEDIA_ROWS,
    ...DEPLOYMENT_ROWS,
    ...ACCOUNT_ROWS,
    readEngines: engines.read(localEngineCache((...request) => fetch(...request))),
    listModels: models.list(installer),
    installModel: models.install(installer),
    installLanguage: models.installLanguage(installer),
    removeModel: models.remove(installer),
    ...(await consoleRows(store)),
    ...(await visitorRows(store)),
    ...(await conversationRows(store)),
    ...(await roomRows(store)),
  };
}

/** Returns the handlers for PALs, their checks and their skills. */
const palRows = async (store: Store) =>
  ({
    createPal: pals.create,
    listPals: pals.list,
    getPal: pals.get,
    patchPal: pals.patch,
    deletePal: pals.remove,
    checkPal: fieldChecks.pal,
    checkDeployment: fieldChecks.deployment,
    checkDeploymentSite: siteChecks.check(await createLimiter(store, 'sites', SITE_CHECKS_PER_HOUR, 3600)),
    downloadBackup: backups.download(),
    readSiteLook: siteLooks.read(await createLimiter(store, 'looks', SITE_LOOKS_PER_HOUR, 3600)),
    checkPalEngines: engineChecks.check(await createLimiter(store, 'engines', ENGINE_CHECKS_PER_HOUR, 3600)),
    readPalPrompt: palPrompt.read(await createLimiter(store, 'prompt', PROMPTS_PER_MINUTE, 60)),
    askPal: palQuestions.ask(await createLimiter(store, 'ask', QUESTIONS_PER_MINUTE, 60)),
    listUnansweredQuestions: unanswered.list(
      await createLimiter(store, 'unanswered', UNANSWERED_READS_PER_MINUTE, 60),
    ),
    listSkills: skills.registry,
    getSkill: skills.read,
    replacePalSkills: skills.replace,
    createTool: tools.create,
    listTools: tools.list,
    getTool: tools.get,
    changeTool: tools.change,
    deleteTool: tools.remove,
    listPalTools: attachedTools.list,
    attachPalTools: attachedTools.attach,
    detachPalTool: attachedTools.detach,
    listPalSkills: skills.list,
    getPalSkill: skills.get,
    attachPalSkill: skills.attach,
    changePalSkill: skills.change,
    detachPalSkill: skills.detach,
  }) satisfies Partial<Handlers>;

/** Handlers for the PALs' knowledge: documents and memories. */
const KNOWLEDGE_ROWS = {
  createDocument: documents.create,
  listDocuments: documents.list,
  getDocument: documents.get,
  patchDocument: documents.patch,
  deleteDocument: documents.remove,
  recrawlDocument: documents.recrawl,
  readDocumentText: documentText.read,
  listDocumentChunks: documentText.chunks,
  listDocumentTags: documentText.tags,
  listDocumentPages: documentPages.list,
  createMemoryStore: memories.create,
  listMemoryStores: memories.list,
  getMemoryStore: memories.get,
  deleteMemoryStore: memories.remove,
  createPinnedMemory: memories.pin,
  listPinnedMemories: memories.listPinned,
  changePinnedMemory: memories.change,
  deletePinnedMemory: memories.unpin,
  deleteMemory: memories.unpin,
} satisfies Partial<Handlers>;

/** Handlers for guardrails and objectives. */
const RULE_ROWS = {
  createGuardrail: guardrails.create,
  listGuardrails: guardrails.list,
  getGuardrail: guardrails.get,
  patchGuardrail: guardrails.patch,
  deleteGuardrail: guardrails.remove,
  listGuardrailTags: guardrailTags.list,
  validateObjectives: objectiveChecks.validate,
  createObjectives: objectives.create,
  listObjectives: objectives.list,
  getObjectives: objectives.get,
  patchObjectives: objectives.patch,
  deleteObjectives: objectives.remove,
} satisfies Partial<Handlers>;

/** Handlers for connectors and their tools. */
const CONNECTOR_ROWS = {
  createConnector: connectors.create,
  listConnectors: connectors.list,
  getConnector: connectors.get,
  changeConnector: connectors.change,
  deleteConnector: connectors.remove,
  listConnectorTools: connectors.tools,
  indexConnector: connectors.reindex,
  reconnectConnector: connectors.reconnect,
  connectorCallback: connectors.callback,
  connectorClient: connectors.client,
} satisfies Partial<Handlers>;

/** Scripts and voice samples share one queue for the voice. */
const speechLimiter = createSpeechLimiter();

/** Handlers for faces, videos and speech. */
const MEDIA_ROWS = {
  listVoices: voices.list,
  getVoiceSample: voices.sample(speechLimiter),
  createDictionary: dictionaries.create,
  listDictionaries: dictionaries.list,
  getDictionary: dictionaries.get,
  changeDictionary: dictionaries.change,
  deleteDictionary: dictionaries.remove,
  getConsentSentence: faceConsent.sentence,
  listConsentEvents: faceConsent.events,
  withdrawConsent: faceConsent.withdraw,
  createFace: faces.create,
  listFaces: faces.list,
  getFace: faces.get,
  renameFace: faces.rename,
  deleteFace: faces.remove,
  createVideo: videos.create,
  listVideos: videos.list,
  getVideo: videos.get,
  renameVideo: videos.rename,
  deleteVideo: videos.remove,
  createSpeech: speech.create(speechLimiter),
  listSpeech: speech.list,
  getSpeech: speech.get,
  renameSpeech: speech.rename,
  deleteSpeech: speech.remove,
} satisfies Partial<Handlers>;

/** Handlers for deployments, as their owner manages them. */
const DEPLOYMENT_ROWS = {
  createDeployment: deployments.create,
  listDeployments: deployments.list,
  getDeployment: deployments.get,
  patchDeployment: deployments.patch,
  deleteDeployment: deployments.remove,
} satisfies Partial<Handlers>;

/** Handlers for the account and its callbacks. */
const ACCOUNT_ROWS = {
  getAccount: account.get,
  changeAccount: account.change,
  createKey: keys.create,
  listKeys: keys.list,
  revokeKey: keys.revoke,
  listCallbacks: callbacks.list,
  getCallbackSecret: callbacks.secret,
  getCallback: callbacks.get,
  retryCallback: callbacks.retry,
} satisfies Partial<Handlers>;

/** Returns the handlers for the sign-in to the owner's console. */
const consoleRows = async (store: Store) => {
  const attempts = await createLimiter(store, 'console', SIGN_INS_PER_MINUTE, 60);
  return {
    createConsoleLink: ownerConsole.link(attempts),
    useConsoleLink: ownerConsole.redeem(attempts),
    signIn: ownerConsole.enterByPassword(attempts),
    listConsoleSessions: ownerConsole.sessions,
    endConsoleSession: ownerConsole.endSession,
    listConsolePeople: ownerConsole.people,
    removeConsolePerson: ownerConsole.removePerson,
  } satisfies Partial<Handlers>;
};

/** Returns the handlers of endpoints that a visitor calls without a key. */
const visitorRows = async (store: Store) =>
  ({
    initDeployment: publicEndpoints.init,
    startDeployment: publicEndpoints.start,
    endDeploymentConversation: publicEndpoints.end,
    giveFeedback: feedback.give(await createLimiter(store, 'feedback', feedback.RATINGS_PER_HOUR, 3600)),
    leaveMessage: deploymentMessages.leave({
      hourly: await createLimiter(store, 'messages', MESSAGES_PER_HOUR, 3600),
      daily: await createLimiter(store, 'messages of a deployment', MESSAGES_PER_DAY, 86_400),
    }),
    captchaChallenge: publicEndpoints.challenge,
  }) satisfies Partial<Handlers>;

/**
 * Returns the handlers for conversations, their handovers, their canvas interactions and their recordings.
 */
const conversationRows = async (store: Store) =>
  ({
    createConversation: conversations.create,
    createInteraction: interactions.create(
      await createLimiter(store, 'interactions', INTERACTIONS_PER_MINUTE, 60),
    ),
    listConversations: conversations.list,
    eraseVisitor: removal.erase,
    exportConversations: conversationExports.write(),
    takeOver: handovers.takeOverCall,
    writePersonLine: handovers.write(await createLimiter(store, 'person-lines', PERSON_LINES_PER_MINUTE, 60)),
    handBack: handovers.giveBack,
    listConversationLines: handovers.lines,
    listConversationDays: conversationDays.list,
    getConversation: conversations.get,
    endConversation: conversations.end,
    deleteConversation: conversations.remove,
    postCanvasInteraction: canvas.interact(
      await createLimiter(store, 'canvas', canvas.INTERACTIONS_PER_MINUTE, 60),
    ),
    listCanvasInteractions: canvas.list,
    getRecording: conversations.recording,
  }) satisfies Partial<Handlers>;

/** Returns the handlers for rooms: joins, messages, reports of a runner, and Daily's webhook. */
const roomRows = async (store: Store) => {
  const reads = createLocalLimiter('room reads', rooms.READS_PER_MINUTE, 60);
  return {
    joinRoom: rooms.join,
    leaveRoom: rooms.leave,
    roomServers: rooms.servers(reads),
    readRoom: rooms.read(reads),
    reportRoom: rooms.report,
    reportPicture: rooms.see,
    dailyWebhook: rooms.webhook,
    writeRoom: rooms.write(await createLimiter(store, 'room', rooms.MESSAGES_PER_MINUTE, 60)),
  } satisfies Partial<Handlers>;
};
