/**
 * Fields and query parameters that clients of the hosted interface send and that have no effect in this
 * service. They are accepted, dropped and named in `x-palkit-warnings` (docs/decisions/0029-clients.md). A
 * field that protects or limits something must not be listed.
 */

/** The values that are dropped: all, or those that match. Other values are passed to the endpoint's schema. */
type Values = true | RegExp | readonly unknown[];

export interface FieldsWithoutEffect {
  readonly query?: Readonly<Record<string, Values>>;
  /** Dotted paths in a body, or in the document that a JSON Patch changes. */
  readonly body?: Readonly<Record<string, Values>>;
}

/**
 * Names of engines and models of the hosted product. Other names are those of the service or of a PAL's
 * endpoint and are not dropped.
 */
const PAL_BODY = {
  is_template: true,
  'layers.llm.model': /^tavus-/,
  'layers.stt.stt_engine': /^tavus-/,
  'layers.tts.tts_engine': ['cartesia', 'elevenlabs', 'playht'],
  'layers.perception.perception_model': /^raven-/,
  'layers.conversational_flow.idle_engagement': ['engaged'],
} as const;
/**
 * In this service a memory is always about the visitor whom the page names, never about all visitors, and
 * visitors may always enlarge a panel.
 */
const DEPLOYMENT_BODY = {
  'customization.conversation.unique_memory_tag': true,
  'customization.widget.expandable': [true],
} as const;
const PAL_QUERY = { query: { verbose: true, include_settings: true } } as const;
const VERBOSE = { query: { verbose: true } } as const;

/** Fields by endpoint name; an alias uses those of its endpoint. */
export const FIELDS_WITHOUT_EFFECT: Readonly<Record<string, FieldsWithoutEffect>> = {
  createPal: { body: PAL_BODY },
  patchPal: { body: PAL_BODY },
  getPal: PAL_QUERY,
  listPals: PAL_QUERY,
  listDocuments: VERBOSE,
  getDocument: VERBOSE,
  createDocument: {
    body: { custom_description: true, font_size_aware_extraction: true, is_customer_support_document: true },
  },
  listGuardrails: VERBOSE,
  getGuardrail: { query: { verbose: true, legacy: true } },
  listDeployments: { query: { include_thumbnails: true } },
  createDeployment: { body: DEPLOYMENT_BODY },
  patchDeployment: { body: DEPLOYMENT_BODY },
  createConversation: { body: { chat: true } },
};
