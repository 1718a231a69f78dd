/** Generates examples for the OpenAPI document from the validating schemas; a test parses each with its schema. */
type Json = Record<string, unknown>;

/** Example texts by property name, for schemas that state only "string". */
const TEXTS: Record<string, string> = {
  pal_id: 'p3f9a1c07d2e84b65a190',
  persona_id: 'p3f9a1c07d2e84b65a190',
  face_id: 'r7c2b90e4d1f3a8562b07',
  replica_id: 'r7c2b90e4d1f3a8562b07',
  default_face_id: 'r7c2b90e4d1f3a8562b07',
  default_replica_id: 'r7c2b90e4d1f3a8562b07',
  deployment_id: 'd51e0c3b7a9284f6d013',
  document_id: 'd8a4f26b09c17e35d2f4',
  conversation_id: 'c90d4e7a21b83f56c0e1',
  conversation_url: 'https://palkit.example/rooms/c90d4e7a21b83f56c0e1',
  meeting_token: 'bWVldGluZyB0b2tlbg',
  connector_id: 'c1b6d83f5e09a2c74d18',
  memory_store_id: 'm6e0f9b2a84d17c35e90',
  memory_id: 'pm2d7c90f1e5a3b864d7',
  objectives_id: 'o4b81f6c0d9e2a375b14',
  guardrails_id: 'g9c3e7a15f08b2d64c9a',
  callback_id: 'w0a7f3c9e5b2d8164f0c',
  video_id: 'v4e1c7b9a0d5f2836b7e0',
  speech_id: 's7d2f0a9c4b1e6358d2f',
  uuid: '6f1c9a52-0b7e-4d38-9a41-2c5e8f7b1d60',
  guardrail_uuid: '6f1c9a52-0b7e-4d38-9a41-2c5e8f7b1d60',
  pronunciation_dictionary_id: 'pd8e1f4a7c0b2d96350f',
  session_id: 's2c8e0b7f4a9d3165e20',
  created_after: '2026-01-05T09:30:00.000Z',
  created_before: '2026-02-05T09:30:00.000Z',
  created_at: '2026-01-05T09:30:00.000Z',
  accepted_at: '2026-01-05T09:30:00.000Z',
  updated_at: '2026-01-05T09:30:00.000Z',
  attached_at: '2026-01-05T09:30:00.000000+00:00',
  attempted_at: '2026-01-05T09:30:00.000Z',
  pal_name: 'Mira',
  persona_name: 'Mira',
  pal_display_name: 'Mira',
  face_name: 'Mira',
  replica_name: 'Mira',
  system_prompt: 'You help visitors of a bicycle shop.',
  name: 'Front page',
  languages: 'en',
  language: 'english',
  locale: 'en',
  allowed_origins: 'https://shop.example',
  accent_color: '#2a5bd7',
  font_family: 'system-ui',
  password: 'lighthouse',
  custom_greeting: 'Welcome! What are you looking for?',
  callback_url: 'https://shop.example/palkit',
  server_url: 'https://tools.example/mcp',
  document_url: 'https://shop.example/handbook.pdf',
  train_video_url: 'https://shop.example/mira.webm',
  audio_url: 'https://shop.example/hello.wav',
  url: 'https://shop.example/',
  logo_url: 'https://shop.example/logo.svg',
  avatar: 'https://shop.example/mira.jpg',
  background_url: 'https://shop.example/studio.jpg',
  download_url: 'https://palkit.example/media/videos/a.webm',
  thumbnail_image_url: 'https://palkit.example/media/faces/mira.jpg',
  thumbnail_video_url: 'https://palkit.example/media/faces/mira.webm',
  comment: 'Quick and kind.',
  webp: 'UklGRgoAAABXRUJQVlA4IAAA',
  memory: 'Rides a cargo bike with two children.',
  participant_tag: 'customer-42',
  memory_stores: 'customer-42',
  participant_tags: 'customer-42',
  document_tags: 'manuals',
  tags: 'manuals',
  guardrail_name: 'No prices for repairs',
  guardrail_prompt: 'Never name a price for a repair that was not inspected.',
  objective_name: 'Learn the size',
  objective_prompt: "Find out the rider's height.",
  output_variables: 'height',
  scheduling_url: 'https://shop.example/book',
  conversational_context: 'The visitor looks at the City One.',
  path: '/name',
  op: 'replace',
  username: 'mira',
  training_progress: '100/100',
  generation_progress: '100/100',
  model_name: 'palkit-drawn-1',
  video_name: 'Welcome',
  speech_name: 'Welcome',
  hosted_url: 'https://palkit.example/v/a',
  stream_url: 'https://palkit.example/media/videos/a.webm',
  speech_file_url: 'https://palkit.example/media/speech/a.ogg',
  status_details: 'The video is ready.',
  oauth_scopes: 'stock:read',
  scopes: 'stock:read',
  authorize_url: 'https://login.example/authorize?state=…',
  subject: 'c90d4e7a21b83f56c0e1',
  conversation_name: 'Front page',
  error_message: 'file_download_failed',
  last_index_error: 'The server did not answer in time.',
  failure: 'timed_out',
  description: 'Ask us anything about bikes.',
  access_token_expires_at: '2026-01-05T10:30:00.000000',
  last_indexed_at: '2026-01-05T09:30:00.000000',
  next_attempt_at: '2026-01-05T09:31:00.000Z',
  unavailable_reason: 'busy',
  participant_name: 'Ada',
  tool_name: 'Customer file',
  secret: 'a-secret-of-at-least-32-characters',
  tool_id: 'customer-file',
  bucket_name: 'shop-calls',
  region: 'eu-central-1',
  prefix: 'calls/',
  endpoint: 'https://s3.eu-central-1.example',
  access_key_id: 'AKIAEXAMPLE',
  secret_access_key: 'example-secret',
  session_token: 'example-token',
  recording_id: 'r1f6b0d93c7e2a8504d6',
  recording_url: 'https://palkit.example/media/recordings/a.webm',
  s3_key: 'calls/c90d4e7a21b83f56c0e1/r1f6b0d93c7e2a8504d6.webm',
  expires_at: '2026-02-04T09:30:00.000Z',
  code: 'a1b2c3',
  state: 'b64url-state',
  interaction_id: 'i-1',
  tool_call_id: 'call-1',
  component: 'canvas.question',
  script: 'Welcome to Northlight Bikes.',
  event_type: 'conversation.respond',
  shutdown_reason: 'participant_left_timeout reached',
  timestamp: '2026-01-05T09:30:00.000Z',
  text: 'Hello',
  terms_content: 'Hello',
  timezone: 'Europe/Vienna',
  opens: '09:00',
  closes: '18:00',
  from: '2026-12-25',
  to: '2026-12-26',
  telephone: '01632 960123',
  email: 'hello@shop.example',
  address: '3 Mill Lane, Ashford',
  price: '€9',
  verbal_disclosure: 'You are speaking with an AI.',
  visual_disclosure: 'You are talking with an AI assistant.',
};

/** For each field, the field that examples contain instead, because a request needs only one of the two. */
const INSTEAD_OF: Record<string, string> = {
  app_message: 'api',
  audio_url: 'script',
  concurrent_call_limit: 'max_concurrent_calls',
  cta: 'links',
  data: 'guardrail_name',
  logo: 'logo_url',
  name: 'guardrail_name',
  next_required_objective: 'next',
  next_conditional_objectives: 'next',
};

/** Depth below which lists are empty, because some schemas are recursive. */
const MAX_LIST_DEPTH = 6;

/** Returns a value that a JSON Schema accepts, if possible an informative one. */
export function example(schema: Json, name = '', depth = 0): unknown {
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['default'] ?? schema['enum'][0];
  const options = (schema['anyOf'] ?? schema['oneOf']) as Json[] | undefined;
  if (options) return example(mostInformative(options), name, depth);
  const allSchemas = schema['allOf'];
  if (Array.isArray(allSchemas))
    return example(
      Object.assign({}, schema, { allOf: undefined }, ...(allSchemas as Json[])) as Json,
      name,
      depth,
    );
  const createExample = EXAMPLES[typeOf(schema) ?? ''];
  return createExample ? createExample(schema, name, depth) : schema['default'];
}

/**
 * Returns the first option that is neither null nor a value that must not be set; if there is none, the first
 * option.
 */
const mostInformative = (options: readonly Json[]): Json =>
  options.find((option) => option['type'] !== 'null' && !('not' in option)) ?? options[0]!;

function typeOf({ type }: Json): string | undefined {
  return Array.isArray(type)
    ? (type as string[]).find((type) => type !== 'null')
    : (type as string | undefined);
}

const exampleNumber = (schema: Json): unknown =>
  schema['default'] ?? Math.max(1, Number(schema['minimum'] ?? 1));

/** Generators by the `type` of a schema. */
const EXAMPLES: Readonly<Record<string, (schema: Json, name: string, depth: number) => unknown>> = {
  object: (schema, _name, depth) => exampleObject(schema, depth),
  array: exampleList,
  string: exampleText,
  integer: exampleNumber,
  number: exampleNumber,
  boolean: (schema) => schema['default'] ?? true,
  null: () => null,
};

function exampleList(schema: Json, name: string, depth: number): unknown[] {
  if (depth > MAX_LIST_DEPTH) return [];
  const itemSchemas = schema['prefixItems'] as Json[] | undefined;
  if (itemSchemas) return itemSchemas.map((item) => example(item, name, depth + 1));
  const item = example((schema['items'] as Json | undefined) ?? {}, name, depth + 1);
  return item === undefined ? [] : [item];
}

function exampleObject(schema: Json, depth: number): Json {
  const requiredFields = new Set((schema['required'] as string[] | undefined) ?? []);
  const properties = (schema['properties'] as Record<string, Json> | undefined) ?? {};
  const entries = Object.entries(properties)
    .filter(
      ([key, inner]) =>
        !('not' in inner) &&
        !(Object.hasOwn(INSTEAD_OF, key) && Object.hasOwn(properties, INSTEAD_OF[key]!)) &&
        (depth < 3 || requiredFields.has(key)),
    )
    .map(([key, inner]) => [key, example(inner, key, depth + 1)] as const)
    .filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}

function exampleText(schema: Json, name: string): string {
  if (typeof schema['default'] === 'string' && schema['default'] !== '') return schema['default'];
  const text =
    TEXTS[name] ??
    TEXTS[name.replace(/^(.*_)?(ids)$/, '$1id').replace(/_ids$/, '_id')] ??
    name.replace(/_/g, ' ');
  const pattern = typeof schema['pattern'] === 'string' ? new RegExp(schema['pattern'], 'u') : null;
  if (!pattern || pattern.test(text)) return text;
  // Common values for patterns that the property's name does not determine.
  return (
    ['en', 'https://shop.example/', '#2a5bd7', 'a', '1'].find((candidate) => pattern.test(candidate)) ?? text
  );
}
