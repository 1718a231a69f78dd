/** All endpoints, in the order of the documentation. */
import { accountEndpoints } from './account.ts';
import { callbackEndpoints } from './callbacks.ts';
import { listConversationDays } from './conversation-days.ts';
import { exportConversations } from './conversation-exports.ts';
import { consoleEndpoints } from './console.ts';
import { connectorEndpoints } from './connectors.ts';
import { conversationEndpoints } from './conversations.ts';
import { leaveMessage } from './deployment-messages.ts';
import { deploymentEndpoints } from './deployments.ts';
import { listDocumentPages } from './document-pages.ts';
import { documentTextEndpoints } from './document-text.ts';
import { documentEndpoints } from './documents.ts';
import { faceEndpoints } from './faces.ts';
import { giveFeedback } from './feedback.ts';
import { guardrailEndpoints } from './guardrails.ts';
import { handoverEndpoints } from './handovers.ts';
import { keyEndpoints } from './keys.ts';
import { listGuardrailTags } from './guardrail-tags.ts';
import { createInteraction } from './interactions.ts';
import { memoryStoreEndpoints } from './memory-stores.ts';
import { validateObjectives } from './objective-checks.ts';
import { objectivesEndpoints } from './objectives.ts';
import { checkPalEngines } from './engine-checks.ts';
import { checkDeployment, checkPal } from './field-checks.ts';
import { readEngines } from './engines.ts';
import { installLanguage, installModel, listModels, removeModel } from './models.ts';
import { askPal } from './pal-questions.ts';
import { readPalPrompt } from './pal-prompt.ts';
import { palEndpoints } from './pals.ts';
import { dictionaryEndpoints } from './pronunciation-dictionaries.ts';
import { eraseVisitor } from './retention.ts';
import { roomEndpoints } from './rooms.ts';
import { checkDeploymentSite } from './site-checks.ts';
import { downloadBackup } from './backups.ts';
import { readSiteLook } from './site-looks.ts';
import { skillEndpoints } from './skills.ts';
import { speechEndpoints } from './speech.ts';
import { listUnansweredQuestions } from './unanswered-questions.ts';
import { toolEndpoints } from './tools.ts';
import { videoEndpoints } from './videos.ts';
import { voiceEndpoints } from './voices.ts';

export const endpoints = [
  ...palEndpoints,
  readPalPrompt,
  askPal,
  listUnansweredQuestions,
  checkPalEngines,
  checkPal,
  ...faceEndpoints,
  ...voiceEndpoints,
  ...dictionaryEndpoints,
  ...videoEndpoints,
  ...speechEndpoints,
  ...documentEndpoints,
  ...documentTextEndpoints,
  listDocumentPages,
  ...toolEndpoints,
  ...skillEndpoints,
  ...guardrailEndpoints,
  listGuardrailTags,
  ...objectivesEndpoints,
  validateObjectives,
  ...memoryStoreEndpoints,
  ...connectorEndpoints,
  ...deploymentEndpoints,
  checkDeploymentSite,
  readSiteLook,
  downloadBackup,
  checkDeployment,
  giveFeedback,
  leaveMessage,
  ...conversationEndpoints,
  exportConversations,
  listConversationDays,
  ...handoverEndpoints,
  createInteraction,
  eraseVisitor,
  ...callbackEndpoints,
  ...accountEndpoints,
  readEngines,
  listModels,
  installModel,
  installLanguage,
  removeModel,
  ...keyEndpoints,
  ...consoleEndpoints,
  ...roomEndpoints,
] as const;
