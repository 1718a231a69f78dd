/** Statements of the specification about resources and their fields. */
export const RESOURCES = {
  'resources-1': "A memory store's id is m and 1 to 63 of a-z0-9; anything else is no store.",
  'resources-2': 'Ids begin with the letter of their kind: d, c, p, d, r, m.',
  'resources-3': "A skill's id names a skill of the registry.",
  'resources-4': 'A guardrail has a uuid and a set its own id; paths use these.',
  'resources-5': 'Objectives have an id.',
  'resources-6': 'A pinned memory shows memory_id, memory, created_at and updated_at.',
  'resources-7': 'Its text has 1 to 500 characters.',
  'resources-8': 'Its times have the form YYYY-MM-DD HH:MM:SS.',
  'resources-9': 'A document shows its fields; times are ISO 8601, name and tags as sent.',
  'resources-10': 'progress is a percentage during processing, null before and after.',
  'resources-11': 'error_message exists only in the status error, and is a code from the list.',
  'resources-12':
    'crawl_config, crawled_urls, last_crawled_at and crawl_count belong to crawled websites; the ' +
    'count grows with each completed recrawl.',
  'resources-13': 'depth and max_pages bound the crawl.',
  'resources-14': 'A connector shows its fields; source is mcp, selected_tool_names null.',
  'resources-15': 'Secrets of auth_config and OAuth tokens are never returned.',
  'resources-16': 'Its times have fractional seconds and no zone.',
  'resources-17': 'access_token_expires_at is shown, and the token is renewed while it is linked.',
  'resources-18': 'last_indexed_at and last_index_error describe the last import.',
  'resources-19':
    'A PAL uses the connectors that layers.mcp names, restricted to the tools of connector_tools.',
  'resources-20': 'A guardrail stores its name, prompt, modality, callback_url and tags.',
  'resources-21':
    'The response for a set has guardrails_id, guardrails_name, status and created_at; a read has ' +
    'uuid, name and data.',
  'resources-22': 'Each item of a set is a guardrail with its own uuid.',
  'resources-23': 'A deployment shows its fields; replica_thumbnail_video_url is not among them.',
  'resources-24': 'Its password is never returned, only that it has one.',
  'resources-25': 'customization and limits are stored as sent; unknown fields are refused.',
  'resources-26': 'Only allowed origins may use a widget or an embed.',
  'resources-27': 'usage_total and usage_today count the starts.',
  'resources-28': 'A read has an ETag.',
  'resources-29': 'A start returns the same seven strings as a create with a key.',
  'resources-30': 'A PAL stores every field that it was created with.',
  'resources-31': 'pipeline_mode is full unless echo; disclosure_type auto.',
  'resources-32': 'system_prompt is required unless pipeline_mode is echo.',
  'resources-33': 'A PAL in echo mode says only what it receives, including sound, with matching mouths.',
  'resources-34': 'A face is required on the new path and with layers.conferencing.',
  'resources-35': 'A language without a voice is rejected.',
  'resources-36':
    "A conversation's languages replace the PAL's and are not merged with them; replies use only " + 'these.',
  'resources-37':
    'Speech recognition receives the language if there is one, and is restricted to the set if there ' +
    'are several.',
  'resources-38': 'A matching version of the voice is chosen for each of several languages.',
  'resources-39': 'Documents by id and by tag are available in all conversations.',
  'resources-40': 'Guardrails attach by id, by tag (including later ones) and by set.',
  'resources-41': 'Objectives attach by id.',
  'resources-42': 'always discloses in every conversation, auto only with policy eu, off never.',
  'resources-43':
    'The verbal disclosure comes before the greeting, the visual one at the same time; the default is ' +
    'a built-in sentence.',
  'resources-44':
    'A create returns pal_id, pal_name, created_at, and conferencing_email if conferencing has a ' +
    'username.',
  'resources-45': 'Layers are stored as sent; engine keys in them are never returned.',
  'resources-46':
    'The settings of the layers stt, conversational_flow, llm and tts have bounds and an effect.',
  'resources-47': 'The settings of the layer perception have bounds and an effect.',
  'resources-48': 'A persona is created on the older path under its older names, with or without a face.',
  'resources-49':
    'An attachment shows skill_id, config, attached_at and updated_at with microseconds and offset.',
  'resources-50':
    'presentation accepts document_ids, slides_trigger and prompt; magic_canvas a sparse components ' +
    'and usage_guidance.',
  'resources-51': 'A replica shows its fields; replica_type only with verbose.',
  'resources-52': 'A video shows its fields.',
} as const;
