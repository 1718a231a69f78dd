/**
 * One sentence for each callback event, room event and field of `customization`. The reference and `/openapi.json`
 * print them; nothing that a page loads imports this file.
 */
import type { ConversationEventType, TurnEventType } from './callbacks.ts';
import type { AgentEventType, VisitorEvent } from './room-events.ts';

export const CALLBACK_SUMMARIES = {
  'system.pal_joined': 'The agent is in the room and can be heard.',
  'system.replica_joined': 'Older name of `system.pal_joined`, sent after it with the same properties.',
  'system.shutdown': 'The conversation ended, for this reason.',
  'application.transcription_ready': 'The whole transcript, after the end.',
  'application.recording_ready': "The recording was copied to the customer's storage.",
  'application.recording_copy_failed': 'The recording could not be copied; the service keeps it for 30 days.',
  'application.perception_analysis': "A model's summary of the visitor's camera, after the end.",
  'application.post_call_action_executed':
    'A post-call action ran, once for each action after its last attempt.',
  'application.feedback_received': 'The visitor rated the call; a later rating replaces it.',
  'application.human_requested': 'The visitor wants a person.',
  'application.human_message_left': 'The visitor left a message, because nobody came or it was closed.',
  'canvas.interaction': 'The visitor did something with a card.',
  'conversation.guardrail_triggered':
    "A guardrail was violated; goes to the guardrail's own `callback_url` without the envelope.",
  'conversation.objective.completed':
    "An objective is completed; goes to the objective's own `callback_url` without the envelope.",
} as const satisfies Record<ConversationEventType | TurnEventType, string>;

export const AGENT_EVENT_SUMMARIES = {
  'conversation.ready': 'The agent is there, with what it is able to do and whether the call is recorded.',
  'conversation.utterance':
    'A complete line. `sources` are the documents of an answer, best first; `interrupted` if it was not spoken ' +
    "to its end; `origin` is `service` for the service's own phrases, `apology` if one stands in for an " +
    'answer.',
  'conversation.utterance.streaming': 'The line so far, each time whole; `final` with its last words.',
  'conversation.started_speaking': 'Somebody begins to speak.',
  'conversation.stopped_speaking': 'Somebody stops, after `duration` seconds.',
  'conversation.disclosure': 'The notice that this is an AI is shown between `begin` and `end`.',
  'conversation.tool_call': 'A tool of the page is called, or a card is shown, changed or cleared.',
  'conversation.guardrail_triggered': 'As the callback of this name.',
  'conversation.objective.completed': 'As the callback of this name.',
  'conversation.perception_tool_call':
    "The perception model called one of the PAL's `visual_tools` for what the camera shows; nobody answers it.",
  'conversation.perception_analysis':
    'What the camera shows now, as an answer to `visual_awareness_queries`; sent when it is new.',
  'conversation.warning': 'An event of the page had no effect, and why.',
  'conversation.hearing': "Where speech is recognised from now on; `stop` ends the browser's recognition.",
  'conversation.face':
    'What a face does that the page draws: from the time `at` on the audio track (48 kHz) its mouths of 40 ms ' +
    'and their `stresses`, or its mood. Sent only where the offer receives no video.',
  'conversation.speak':
    "A sentence for the page's own voice (`customization.voice`), with estimated mouths of 40 ms and for each word " +
    'its first character and its first mouth. Never replayed.',
  'conversation.speak.control': 'Drops, pauses or resumes all that the page speaks.',
  'conversation.ended': 'The last message of a call.',
} as const satisfies Record<AgentEventType, string>;

export const VISITOR_EVENT_SUMMARIES = {
  'conversation.respond': 'Taken as if the visitor had said it.',
  'conversation.echo':
    'Spoken word for word: text, or base64 16-bit mono PCM. It interrupts what is being said.',
  'conversation.interrupt': 'Ends what the agent is saying.',
  'conversation.append_llm_context': 'Adds to what the agent knows of the page.',
  'conversation.overwrite_llm_context': 'Replaces what the agent knows of the page.',
  'conversation.set_variables': 'Adds to the variables; an empty value removes one.',
  'conversation.hearing':
    "The browser's recogniser begins, on the device or not, or hands back to the service.",
  'conversation.heard': "A segment of the browser's recogniser, each time whole.",
  'conversation.speaking':
    "The languages of the voices on the visitor's device that the page may speak with.",
  'conversation.spoken':
    'A sentence of the page began, has reached a word, ended, was cut off or failed. After a failure the service ' +
    'speaks the rest.',
  'conversation.tool_result': "The outcome of a page's tool.",
  'conversation.sensitivity':
    "Changes when the visitor's turn ends and how easily the agent is interrupted, for this call.",
  'conversation.set_emotion': 'Answered with `conversation.warning`: faces have no emotions.',
  'conversation.resume': 'After a reconnect: send the messages after this `seq` again.',
  'conversation.ping': 'Every few seconds, so that a page that is gone is noticed.',
} as const satisfies Record<VisitorEvent['event_type'], string>;

/** By dotted path below `customization`. */
export const CUSTOMIZATION_SUMMARIES: Readonly<Record<string, string>> = {
  'theme.mode': 'Light or dark colours, or those of the system.',
  'theme.accent_color': 'Colour of the main buttons and the launcher.',
  'theme.corner_radius': 'Pixels.',
  'theme.font_family': 'A CSS font family that the page has.',
  locale: 'Language of the screens; the page may say otherwise.',
  text: 'Your own words on the screens of a call, by language: `{"en": {"talk": "Speak with us"}}`.',
  'widget.variant': 'Size of the launcher.',
  'widget.position': 'Corner of the screen.',
  'widget.text': 'Words of the launcher.',
  'widget.start_expanded': 'The panel opens large.',
  'widget.avatar': "A picture of the launcher: the face's own, none, or one at an address.",
  'widget.minimised_microphone':
    'Whether the microphone stays on while the panel of a running call is closed.',
  modality: 'Whether a call has picture and sound, sound alone, or text alone.',
  face_rendering: "Where a drawn face is painted: by the visitor's browser, or as a video by the service.",
  hearing:
    "Where speech is recognised: the service, the visitor's browser, or also the servers of its maker.",
  voice:
    "Who speaks: the service, or a voice of the visitor's device where it has one; not in recorded calls and not for " +
    'trained faces.',
  show_haircheck: 'A check of microphone and camera before the call.',
  'preview.title': 'Title of the first screen.',
  'preview.description': 'Text of the first screen.',
  'preview.btn_title': 'Words of the button that starts the call.',
  'preview.questions': 'Questions to tap on the first screen.',
  'after_call.title': 'Title of the last screen.',
  'after_call.description': 'Text of the last screen.',
  'after_call.btn_title': 'Words of the button that starts again.',
  'after_call.feedback': 'Asks for one to five stars and a comment.',
  'consent.version': "Stored with the visitor's consent.",
  'consent.text': 'Text that the visitor agrees to.',
  'consent.url': 'Address of the terms.',
  'consent.required': 'No call starts without consent.',
  'hours.timezone': 'IANA time zone of the opening hours, such as Europe/Vienna.',
  'hours.regular':
    'Weekly times, each with `days` (`monday` …), `opens` and `closes` (`09:00`); other times it is closed.',
  'hours.holidays': 'Days that are different: `from`, `to`, `name`, and `hours`, which are none by default.',
  'hours.text': 'Shown while it is closed, in place of the time of the next opening.',
  'conversation.context':
    'What the agent is to know in every conversation, before the context of the page. Pages never read it.',
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
