/**
 * One sentence for each callback event, room event and field of `customization`, for the reference and
 * `/openapi.json`. No code of a page imports this file.
 */
import type { ConversationEventType, TurnEventType } from './callbacks.ts';
import type { AgentEventType, VisitorEvent } from './room-events.ts';

export const CALLBACK_SUMMARIES = {
  'system.pal_joined': 'The agent is in the room and can be heard.',
  'system.replica_joined': 'Older name of `system.pal_joined`, sent after it with the same properties.',
  'system.shutdown': 'The conversation ended; `shutdown_reason` says why.',
  'application.transcription_ready': 'The whole transcript, after the end.',
  'application.recording_ready': "The recording was copied to the customer's storage.",
  'application.recording_copy_failed': 'The recording could not be copied; the service keeps it for 30 days.',
  'application.perception_analysis': "A model's summary of the visitor's camera, after the end.",
  'application.post_call_action_executed':
    'A post-call action ran, once for each action after its last attempt.',
  'application.feedback_received': 'The visitor rated the call; a later rating replaces it.',
  'application.human_requested': 'The visitor asked for a person.',
  'application.human_message_left':
    'The visitor left a message, because no person came or outside opening hours.',
  'canvas.interaction': 'The visitor interacted with a card.',
  'conversation.guardrail_triggered':
    "A guardrail was violated; goes to the guardrail's own `callback_url` without the envelope.",
  'conversation.objective.completed':
    "An objective is completed; goes to the objective's own `callback_url` without the envelope.",
} as const satisfies Record<ConversationEventType | TurnEventType, string>;

export const AGENT_EVENT_SUMMARIES = {
  'conversation.ready': 'The agent has joined. Lists its capabilities, and whether the call is recorded.',
  'conversation.utterance':
    'A complete line. `sources` are the documents of an answer, best first; `interrupted` if it was not spoken ' +
    "to its end; `origin` is `service` for the service's own phrases, `apology` if a phrase replaces a missing " +
    'answer.',
  'conversation.utterance.streaming': 'The whole line so far; `final` with its last words.',
  'conversation.started_speaking': 'The visitor or the agent begins to speak.',
  'conversation.stopped_speaking': 'The visitor or the agent stops after `duration` seconds.',
  'conversation.disclosure': 'The notice that this is an AI is shown between `begin` and `end`.',
  'conversation.tool_call': 'A tool of the page is called, or a card is shown, changed or cleared.',
  'conversation.guardrail_triggered': 'Same content as the callback of this name.',
  'conversation.objective.completed': 'Same content as the callback of this name.',
  'conversation.perception_tool_call':
    "The perception model called one of the PAL's `visual_tools` for what the camera shows; no answer is expected.",
  'conversation.perception_analysis':
    'A new answer to `visual_awareness_queries` about what the camera shows now.',
  'conversation.warning': 'An event of the page had no effect; `message` says why.',
  'conversation.hearing':
    "Sets where speech is recognised from now on; `stop` ends the browser's recognition.",
  'conversation.face':
    'Motion of a face that the page draws: from the time `at` on the audio track (48 kHz) its mouths of 40 ms ' +
    'and their `stresses`, or its mood. Sent only if the offer receives no video.',
  'conversation.speak':
    "A sentence for the page's own voice (`customization.voice`), with estimated mouths of 40 ms and for each word " +
    'its first character and its first mouth. Never replayed.',
  'conversation.speak.control': "Cancels, pauses or resumes the page's speech.",
  'conversation.ended': 'The last message of a call.',
} as const satisfies Record<AgentEventType, string>;

export const VISITOR_EVENT_SUMMARIES = {
  'conversation.respond': 'Counts as a line of the visitor.',
  'conversation.echo': 'Spoken word for word: text, or base64 16-bit mono PCM. It interrupts the agent.',
  'conversation.interrupt': 'Ends the current line of the agent.',
  'conversation.append_llm_context': 'Adds to the page context.',
  'conversation.overwrite_llm_context': 'Replaces the page context.',
  'conversation.set_variables': 'Adds to the variables; an empty value removes one.',
  'conversation.hearing':
    "The browser's recogniser starts, on the device or on its vendor's servers, or returns recognition to the service.",
  'conversation.heard': "The text that the browser's recogniser has for the current segment so far.",
  'conversation.speaking':
    "The languages of the voices on the visitor's device that the page may speak with.",
  'conversation.spoken':
    'A sentence spoken by the page began, reached a word, ended, was cut off or failed. Then the service ' +
    'speaks the rest.',
  'conversation.tool_result': "The result of a page's tool.",
  'conversation.sensitivity':
    "Changes when the visitor's turn ends and how easily the agent is interrupted, for this call.",
  'conversation.set_emotion': 'Answered with `conversation.warning`: faces have no emotions.',
  'conversation.resume': 'After a reconnect, requests again all messages after this `seq`.',
  'conversation.ping': 'Sent every few seconds; if it stops, the service knows that the page is gone.',
} as const satisfies Record<VisitorEvent['event_type'], string>;

/** Descriptions by dotted path below `customization`. */
export const CUSTOMIZATION_SUMMARIES: Readonly<Record<string, string>> = {
  'theme.mode': 'Light or dark colours, or those of the system.',
  'theme.accent_color': 'Colour of the main buttons and the launcher.',
  'theme.corner_radius': 'Radius in pixels.',
  'theme.font_family': 'A CSS font family that the page has.',
  locale: 'Language of the screens; the page may override it.',
  text: 'Your own texts on the screens of a call, by language: `{"en": {"talk": "Speak with us"}}`.',
  'widget.variant': 'Size of the launcher.',
  'widget.position': 'Corner of the screen.',
  'widget.text': 'Text of the launcher.',
  'widget.start_expanded': 'The panel opens large.',
  'widget.avatar': "Picture on the launcher: the face's own, none, or one at an address.",
  'widget.minimised_microphone': 'State of the microphone while the panel of a running call is closed.',
  modality: 'A call has video and sound, only sound, or only text.',
  face_rendering: "Where a drawn face is painted: in the visitor's browser, or by the service as a video.",
  hearing:
    "Where speech is recognised: by the service, on the device, or also by servers of the browser's vendor.",
  voice:
    "Speaks by the service, or by a voice of the visitor's device if it has one; not in recorded calls and not for " +
    'trained faces.',
  show_haircheck: 'A check of microphone and camera before the call.',
  'preview.title': 'Title of the first screen.',
  'preview.description': 'Text of the first screen.',
  'preview.btn_title': 'Label of the button that starts the call.',
  'preview.questions': 'Questions to tap on the first screen.',
  'after_call.title': 'Title of the last screen.',
  'after_call.description': 'Text of the last screen.',
  'after_call.btn_title': 'Label of the button that starts again.',
  'after_call.feedback': 'Asks for one to five stars and a comment.',
  'consent.version': "Stored with the visitor's consent.",
  'consent.text': 'Text that the visitor agrees to.',
  'consent.url': 'Address of the terms.',
  'consent.required': 'No call starts without consent.',
  'hours.timezone': 'IANA time zone of the opening hours, such as Europe/Vienna.',
  'hours.regular':
    'Weekly times with `days` (`monday` …), `opens` and `closes` (`09:00`); the agent is closed at other times.',
  'hours.holidays':
    'Days with other hours: `from`, `to`, `name`, and `hours`; without `hours` the agent is closed.',
  'hours.text': 'Shown while it is closed, instead of the next opening time.',
  'conversation.context':
    "Context for the agent in every conversation, before the page's own context. Pages cannot read it.",
  captions: 'Captions are on from the beginning.',
  'transcript.panel': 'The transcript is offered during the call.',
  'transcript.download': 'The transcript can be saved after the call.',
  'magic_canvas.accent_color': 'Colour of the cards.',
  'landing_page.template': 'Layout of the landing page.',
  'landing_page.logo_url': 'A picture above the title.',
  'landing_page.title': 'Title of the landing page.',
  'landing_page.description': 'Text below the title.',
  'landing_page.links': 'Links at the foot of the page, each with `label` and `url`.',
};
