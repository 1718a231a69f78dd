/** What it says of events: of the room and of callbacks. */
import { provedIn } from './proofs.ts';

const { lines, prove } = provedIn('Events');

prove(
  'events-1',
  'Conversation callbacks share one envelope: conversation_id, webhook_url, event_type, ' +
    'message_type, timestamp, properties.',
  'callbacks: a whole call is told in order, in the envelope, signed',
);
prove(
  'events-2',
  'system.pal_joined, then system.replica_joined with the same payload.',
  'callbacks: a whole call is told in order, in the envelope, signed',
  'lifecycle: a call has its longest, counted from the join',
);
prove(
  'events-3',
  'system.shutdown carries face_id and a reason of the list, word for word.',
  'resources: shutdown reasons are the specification',
  'callbacks: a whole call is told in order',
);
prove('events-4', 'max_call_duration reached', 'lifecycle: a call has its longest, counted from the join');
prove(
  'events-5',
  'participant_left_timeout reached',
  'connections: a lost connection may come back within half a minute',
  'connections: a text visitor who stops asking is gone',
);
prove('events-6', 'participant_absent_timeout reached', 'lifecycle: nobody came');
prove(
  'events-7',
  'exception_encountered_during_conversation_startup',
  'lifecycle: a start that fails ends the conversation with its reason',
);
prove(
  'events-8',
  'end_conversation_endpoint_hit',
  'lifecycle: the end over the API is told to the room and is nothing again',
);
prove(
  'events-9',
  'bot_could_not_join_meeting_it_was_probably_ended',
  'dailyAgents: an agent that cannot come',
);
prove(
  'events-10',
  'daily_room_has_been_deleted',
  'daily: a room that somebody deleted ends its conversation',
);
prove(
  'events-11',
  'internal error occurred at step x: media, transcript, agent or room.',
  'connections: media beyond repair ends the calls that were in it',
  'lifecycle: a line that cannot be stored ends the call',
  'lifecycle: a fault of the agent ends its own call, and no other',
  'repair: a media process that does not come up again',
  'daily: a service started again without Daily',
);
prove(
  'events-12',
  'application.transcription_ready comes after the end, with role, content, timestamp, ' +
    "seconds_from_start, duration, and inference_id on the assistant's lines.",
  'callbacks: a whole call is told in order',
  'connections: without WebRTC it goes on in text',
);
prove(
  'events-13',
  'participant_name where the speaker is known, beside content and never in it.',
  'lifecycle: the name of a known visitor stands beside what they said, and nowhere in it',
);
prove(
  'events-14',
  'The same payloads stand under events of the verbose read.',
  'callbacks: a whole call is told in order, in the envelope, signed',
);
prove(
  'events-15',
  "application.recording_ready when the recording is in the customer's storage.",
  'recordings: a call becomes a film with both voices and its face, and is copied into the customer',
);
prove(
  'events-16',
  'application.recording_copy_failed after the last try; the default copy is kept for 30 days.',
  'recordingCopies: a copy that is refused is tried for hours, then told of',
);
prove(
  'events-17',
  'application.perception_analysis after the end, only where the PAL names a perception model.',
  'perception: what the camera showed is summarised by the named model after the end',
  'perception: a PAL that names no model looks at nobody',
  'media: camera is seen now and then, as pictures that a browser shows',
);
prove(
  'events-18',
  'application.post_call_action_executed, once for each action, also in the verbose read.',
  'actions: each is asked once after the end, with what was said, and told of by callback and verbose read',
  'actions: what is out of order is tried again',
);
prove(
  'events-19',
  'The guardrail callback when a guardrail triggers.',
  'watched: one that triggers is told to the room, to its callback_url, and in the verbose read',
  'watched: once a turn, again in the next',
  'watched: without a model guardrails trigger by their words',
);
prove(
  'events-20',
  'The objective callback when an objective is completed.',
  'objectivesInCalls: one that is completed is told to the room, to its callback_url, and in the verbose read',
  'objectivesInCalls: objectives survive a restart',
  'turnKills: kill -9 in a call',
);
prove(
  'events-21',
  'Face training: two bodies on completion and on error, replica_id first, then face_id.',
  'faces: a video becomes a face, and the callback tells of it under both names, the older first',
  'faceTraining: an error is told under both names too',
);
prove(
  'events-22',
  'Video generation: a body on completion and on error, then with error_details and without addresses.',
  'videos: a script becomes a video of the face that speaks it',
  'videos: a recording that cannot be used says why, and the callback says it too',
);
prove(
  'events-23',
  'Document callbacks tell of each status until ready or error.',
  'documents: a file becomes knowledge, and each change of its status is told',
  'documents: every way to fail has its word',
);
prove(
  'events-24',
  'Callbacks are delivered at least once, in order for each subject, signed, and tried again.',
  'callbackRetries: what is not answered with 2xx is tried again',
  'callbackRetries: a later one waits for the earlier one',
  'kills: kill -9 in crawls, trainings, actions and callbacks',
  'schedule: ten tries within a day',
);
export const EVENTS = lines;
