/** Statements of the specification about events and the callbacks that report them. */
export const EVENTS = {
  'events-1':
    'Conversation callbacks share one envelope: conversation_id, webhook_url, event_type, ' +
    'message_type, timestamp, properties.',
  'events-2': 'system.pal_joined, then system.replica_joined with the same payload.',
  'events-3': 'system.shutdown has face_id and a reason from the list, verbatim.',
  'events-4': 'max_call_duration reached',
  'events-5': 'participant_left_timeout reached',
  'events-6': 'participant_absent_timeout reached',
  'events-7': 'exception_encountered_during_conversation_startup',
  'events-8': 'end_conversation_endpoint_hit',
  'events-9': 'bot_could_not_join_meeting_it_was_probably_ended',
  'events-10': 'daily_room_has_been_deleted',
  'events-11': 'internal error occurred at step x: media, transcript, agent or room.',
  'events-12':
    'application.transcription_ready comes after the end, with role, content, timestamp, ' +
    "seconds_from_start, duration, and inference_id on the assistant's lines.",
  'events-13': 'participant_name if the speaker is known, beside content and never in it.',
  'events-14': 'The same payloads are under events of the verbose read.',
  'events-15': "application.recording_ready when the recording is in the customer's storage.",
  'events-16':
    'application.recording_copy_failed after the last try; the default copy is stored for 30 days.',
  'events-17': 'application.perception_analysis after the end, only if the PAL names a perception model.',
  'events-18': 'application.post_call_action_executed, once for each action, also in the verbose read.',
  'events-19': 'The guardrail callback when a guardrail triggers.',
  'events-20': 'The objective callback when an objective is completed.',
  'events-21': 'Face training: two bodies on completion and on error, replica_id first, then face_id.',
  'events-22':
    'Video generation: a body on completion and on error, the latter with error_details and without ' +
    'addresses.',
  'events-23': 'Document callbacks report each status until ready or error.',
  'events-24': 'Callbacks are delivered at least once, in order for each subject, signed, and retried.',
} as const;
